//@ paths: 2
//@ exit: 5
#include <stdlib.h>
#include <klee/klee.h>
int main(void) {
  unsigned char c;
  klee_make_symbolic(&c, 1, "c");
  int *p = malloc(sizeof *p);
  *p = 5;
  if (c > 100)
    free(p);
  return *p; //~ FAULT use-after-free
}
