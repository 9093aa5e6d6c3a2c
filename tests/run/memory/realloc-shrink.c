//@ paths: 2
//@ exit: 0
#include <stdlib.h>
#include <klee/klee.h>
int main(void) {
  unsigned char i;
  klee_make_symbolic(&i, 1, "i");
  klee_assume(i < 16);
  char *p = malloc(16);
  p = realloc(p, 10);
  p[i] = 1; //~ FAULT out-of-bounds
  free(p);
  return 0;
}
