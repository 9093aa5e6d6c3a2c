// Nothing may be copied and compared.
//@ brute: n in 0..16
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  unsigned char n;
  klee_make_symbolic(&n, 1, "n");
  klee_assume(n <= 16);
  char *a = malloc(n), *b = malloc(n);
  memset(a, 5, n);
  memcpy(b, a, n);
  return memcmp(a, b, n) ? 1 : 0;
}
