//@ by-number
//@ paths: 2
//@ exit: 0
#include <stdint.h>
#include <stdlib.h>
#include <klee/klee.h>
// Forgetting to remove the tag leads out of the object unless the tag is 0: by number, into none.
int main(void) {
  unsigned char tag;
  klee_make_symbolic(&tag, 1, "tag");
  klee_assume(tag < 8);
  char *p = malloc(1);
  uintptr_t tagged = (uintptr_t)p | tag;
  *(char *)tagged = 1; //~ FAULT wild-pointer
  return 0;
}
