// From one of several objects to one of several.
//@ paths: 9
//@ paths single: 1
//@ paths merge flat segmented segmented-ideal dynamic: 1
//@ brute: i in 0..2, j in 0..2, n in 0..8, k in 0..7
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

static int pick(int first, int a, int b) { return first * a + !first * b; }

int main(void) {
  unsigned char *a[3];
  for (int m = 0; m < 3; m++) {
    a[m] = malloc(8);
    for (int l = 0; l < 8; l++) a[m][l] = 10 * m + l;
  }
  unsigned char i, j, n, k;
  klee_make_symbolic(&i, sizeof i, "i");
  klee_make_symbolic(&j, sizeof j, "j");
  klee_make_symbolic(&n, sizeof n, "n");
  klee_make_symbolic(&k, sizeof k, "k");
  klee_assume(i < 3);
  klee_assume(j < 3);
  klee_assume(n <= 8);
  klee_assume(k < 8);
  memmove(a[i], a[j], n);
  unsigned sum = a[0][k] + a[1][k] + a[2][k];
  klee_assert(sum == 30 + 3 * k + pick(k < n, 10 * (j - i), 0));
  return 0;
}
