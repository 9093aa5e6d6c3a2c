//@ paths: 1
#include <stdlib.h>
#include <klee/klee.h>
int main(void) {
  char *p = malloc(4);
  free(p);
  klee_make_symbolic(p, 4, "p"); //~ FAULT use-after-free: write
  return 0;
}
