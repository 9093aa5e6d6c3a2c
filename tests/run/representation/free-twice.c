//@ paths plane: 2
//@ paths: 9
//@ tests: 7
//@ exit: 0
#include <stdlib.h>
#include <klee/klee.h>
int main(void) {
  volatile char *v[3] = {malloc(4), malloc(4), malloc(4)};
  unsigned char i, j;
  klee_make_symbolic(&i, 1, "i");
  klee_make_symbolic(&j, 1, "j");
  klee_assume(i < 3);
  klee_assume(j < 3);
  free((void *)v[i]);
  free((void *)v[j]); //~ FAULT double-free
  return 0;
}
