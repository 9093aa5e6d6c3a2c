// Copied pointers still point.
//@ paths: 4
//@ paths single merge flat segmented segmented-ideal dynamic dynamic-split: 1
//@ also: -O1, any paths
//@ brute: n in 0..4
#include <klee/klee.h>
#include <stdlib.h>

int x = 1, y = 2, z = 3;

int main(void) {
  int *a[4] = {&x, &y, &z, &x}, *b[4] = {&z, &z, &z, &z};
  unsigned char n;
  klee_make_symbolic(&n, 1, "n");
  klee_assume(n <= 4);
  for (int i = 0; i < n; i++) b[i] = a[i];
  klee_assert(*b[0] == (n > 0 ? 1 : 3));
  klee_assert(*b[1] == (n > 1 ? 2 : 3));
  klee_assert(*b[3] == (n > 3 ? 1 : 3));
  return 0;
}
