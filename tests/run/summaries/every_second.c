// Elements that are not adjacent: one path for each length.
//@ brute: n in 0..16
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
  char a[16] = {0};
  unsigned char n;
  klee_make_symbolic(&n, 1, "n");
  klee_assume(n <= 16);
  for (int i = 0; i < n; i += 2) a[i] = 9;
  if (n) klee_assert(a[(n - 1) & ~1] == 9);
  if (n < 16) klee_assert(a[n] == 0 || n % 2 == 0);
  return 0;
}
