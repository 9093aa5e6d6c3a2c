// What is compared differs at one byte, if that many are compared.
//@ brute: n in 0..16, i in 0..16
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  unsigned char n, i;
  klee_make_symbolic(&n, 1, "n");
  klee_make_symbolic(&i, 1, "i");
  klee_assume(n <= 16 & i <= 16);
  char a[17] = {0}, b[17] = {0};
  b[i] = 1;
  if (memcmp(a, b, n)) return 1;
  return 0;
}
