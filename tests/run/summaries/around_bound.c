// What a loop fills, the element before it, at its bound and after it.
//@ brute: n in 0..16, d in 0..3
#include <klee/klee.h>

int main(void) {
  unsigned char n, d;
  klee_make_symbolic(&n, 1, "n");
  klee_make_symbolic(&d, 1, "d");
  klee_assume(n <= 16 & d <= 3);
  int a[20] = {0};
  for (int k = 0; k < n; k++) a[k + 1] = 5;
  return a[n + d] + 10 * a[0];
}
