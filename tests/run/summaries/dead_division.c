// Nothing depends on the quotient, but the divisor becomes zero in some round. Natively a sanitizer sees it, as it sees the
// other fault.
//@ brute: n in 0..13
#include <klee/klee.h>

int main(void) {
  int a[12];
  unsigned char n;
  klee_make_symbolic(&n, 1, "n");
  klee_assume(n <= 13);
  if (n == 13)
    return a[n]; //~ FAULT out-of-bounds
  for (int i = 0; i < n; i++) {
    a[i] = 1;
    (void)(60 / (7 - i)); //~ FAULT division-by-zero
  }
  return n > 3 && a[3] != 1;
}
