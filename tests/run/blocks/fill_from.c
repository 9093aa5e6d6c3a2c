// From an offset that is not known, a byte that is not known.
//@ paths: 3
//@ brute: at in 0..12, n in 0..12, byte in 65..67, k in 0..11
#include <klee/klee.h>
#include <string.h>

static int pick(int first, int a, int b) { return first * a + !first * b; }

int main(void) {
  char a[12] = "hello world", before[12] = "hello world";
  unsigned char at, n, byte, k;
  klee_make_symbolic(&at, sizeof at, "at");
  klee_make_symbolic(&n, sizeof n, "n");
  klee_make_symbolic(&byte, sizeof byte, "byte");
  klee_make_symbolic(&k, sizeof k, "k");
  klee_assume(at <= 12);
  klee_assume(n <= 12);
  klee_assume(byte >= 65);
  klee_assume(byte <= 67);
  klee_assume(k < 12);
  memset(a + at, byte, n); //~ FAULT out-of-bounds
  klee_assert(a[k] == pick((k >= at) & (k < at + n), byte, before[k]));
  if (a[k] == 'B') return 1;
  return 0;
}
