// Ranges that overlap by a distance that is not known.
//@ paths: 2
//@ brute: to in 0..8, from in 0..8, n in 0..8, k in 0..15
#include <klee/klee.h>
#include <string.h>

static int pick(int first, int a, int b) { return first * a + !first * b; }

int main(void) {
  unsigned char a[16];
  for (int i = 0; i < 16; i++) a[i] = 3 * i + 1;
  unsigned char to, from, n, k;
  klee_make_symbolic(&to, sizeof to, "to");
  klee_make_symbolic(&from, sizeof from, "from");
  klee_make_symbolic(&n, sizeof n, "n");
  klee_make_symbolic(&k, sizeof k, "k");
  klee_assume(to <= 8);
  klee_assume(from <= 8);
  klee_assume(n <= 8);
  klee_assume(k < 16);
  memmove(a + to, a + from, n);
  unsigned moved = (k >= to) & (k < to + n);
  klee_assert(a[k] == 3 * pick(moved, k - to + from, k) + 1);
  if (a[k] == 16) return 1;
  return 0;
}
