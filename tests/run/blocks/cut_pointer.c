// A length that may cut a pointer: what is left of it is its number.
//@ by-number
//@ brute: n in 0..16, k in 0..15
#include <klee/klee.h>
#include <string.h>

int main(void) {
  int x = 1, *p[2] = {&x, &x};
  unsigned char n, k;
  klee_make_symbolic(&n, sizeof n, "n");
  klee_make_symbolic(&k, sizeof k, "k");
  klee_assume(n <= 16);
  klee_assume(k < 16);
  memset(p, 0, n);
  unsigned char byte = ((unsigned char *)p)[k];
  if (k < n) klee_assert(byte == 0);
  if (n <= 8) return *p[1];
  return 2;
}
