//@ paths plane: 2
//@ paths: 9
//@ paths single: 3
//@ paths merge flat segmented segmented-ideal dynamic: 6
//@ tests: 7
//@ exit: 0
#include <stdlib.h>
#include <klee/klee.h>
// Three objects freed by i and written by j: use after free exactly where i == j.
int main(void) {
  volatile char *v[3] = {malloc(4), malloc(4), malloc(4)};
  unsigned char i, j;
  klee_make_symbolic(&i, 1, "i");
  klee_make_symbolic(&j, 1, "j");
  klee_assume(i < 3);
  klee_assume(j < 3);
  free((void *)v[i]);
  v[j][0] = 1; //~ FAULT use-after-free
  return 0;
}
