// A length that is not known: one path, and one more beyond the end.
//@ paths: 3
//@ brute: n in 0..40, k in 0..31
#include <klee/klee.h>
#include <string.h>

static int pick(int first, int a, int b) { return first * a + !first * b; }

int main(void) {
  unsigned char a[32];
  for (int i = 0; i < 32; i++) a[i] = i;
  unsigned n, k;
  klee_make_symbolic(&n, sizeof n, "n");
  klee_make_symbolic(&k, sizeof k, "k");
  klee_assume(n <= 40);
  klee_assume(k < 32);
  memset(a, 200, n); //~ FAULT out-of-bounds
  klee_assert(a[k] == pick(k < n, 200, k));
  if (a[k] == 200) return 1;
  return 0;
}
