// A product of 32 bits that overflows is too small a size.
//@ brute: n in 1073741825..1073741828
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  unsigned n;
  klee_make_symbolic(&n, sizeof n, "n");
  klee_assume(n >= 0x40000001u);
  klee_assume(n <= 0x40000004u);
  int *a = malloc((unsigned)(n * sizeof(int)));
  a[4] = 1; //~ FAULT out-of-bounds: write of 4 bytes
  return 0;
}
