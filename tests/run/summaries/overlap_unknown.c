// A copy by an unknown distance in either direction.
//@ also: -O1, any paths
//@ brute: n in 0..8, d in 0..8
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
  char a[24];
  for (int i = 0; i < 24; i++) a[i] = i;
  unsigned char n;
  klee_make_symbolic(&n, 1, "n");
  unsigned char d;
  klee_make_symbolic(&d, 1, "d");
  klee_assume(n <= 8);
  klee_assume(d <= 8);
  char *to = a + d;
  for (int i = 0; i < n; i++) to[i] = a[i + 4];
  for (int i = 0; i < 24; i++) {
    int expected = i;
    if (i >= d && i < d + n) {
      expected = i - d + 4;
      while (d > 4 && expected >= d) expected -= d - 4;
    }
    klee_assert(a[i] == expected);
  }
  return 0;
}
