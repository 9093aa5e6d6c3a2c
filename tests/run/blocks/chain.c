// Copies of copies, each of a length of its own.
//@ paths: 2
//@ brute: l in 0..8, m in 0..8, n in 0..8
#include <klee/klee.h>
#include <string.h>

static int pick(int first, int a, int b) { return first * a + !first * b; }

int main(void) {
  unsigned char a[8], b[8], c[8];
  for (int i = 0; i < 8; i++) a[i] = 'a' + i, b[i] = 'A' + i, c[i] = '0' + i;
  unsigned char l, m, n;
  klee_make_symbolic(&l, sizeof l, "l");
  klee_make_symbolic(&m, sizeof m, "m");
  klee_make_symbolic(&n, sizeof n, "n");
  klee_assume(l <= 8);
  klee_assume(m <= 8);
  klee_assume(n <= 8);
  memcpy(b, a, l);
  memcpy(c, b, m);
  memset(a, '.', n);
  memcpy(a, c, 4);
  klee_assert(a[3] == pick(m > 3, pick(l > 3, 'd', 'D'), '3'));
  klee_assert(b[5] == pick(l > 5, 'f', 'F'));
  klee_assert(a[6] == pick(n > 6, '.', 'g'));
  if (c[7] == 'h') return 1;
  return 0;
}
