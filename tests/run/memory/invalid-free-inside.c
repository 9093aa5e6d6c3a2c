//@ paths: 2
//@ exit: 0
#include <stdlib.h>
#include <klee/klee.h>
// Only the start of a block can be freed.
int main(void) {
  unsigned char i;
  klee_make_symbolic(&i, 1, "i");
  klee_assume(i < 4);
  char *p = malloc(4);
  free(p + i); //~ FAULT invalid-free
  return 0;
}
