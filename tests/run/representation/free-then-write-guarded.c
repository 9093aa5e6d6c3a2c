//@ paths plane: 1
//@ also: -O1, any paths
//@ paths: 6
//@ paths single merge flat segmented segmented-ideal dynamic: 3
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
  klee_assume(i != j);
  free((void *)v[i]);
  v[j][0] = 1;
  return 0;
}
