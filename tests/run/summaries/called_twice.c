// The same loop on two arrays, one of them too small.
//@ paths: 2
//@ brute: n in 0..8
#include <klee/klee.h>
#include <stdlib.h>

static void clear(char *p, unsigned n) {
  for (unsigned i = 0; i < n; i++)
    p[i] = 0; //~ FAULT out-of-bounds: at offset 4 of a 4-byte
}

int main(void) {
  char a[8] = "abcdefg", b[4] = "xyz";
  unsigned char n;
  klee_make_symbolic(&n, 1, "n");
  klee_assume(n <= 8);
  clear(a, n);
  clear(b, n);
  klee_assert(a[7] == 0);
  return 0;
}
