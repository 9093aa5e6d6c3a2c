// An integer of which only a part is there.
//@ brute: n in 1..16
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  unsigned char n;
  klee_make_symbolic(&n, 1, "n");
  klee_assume(n >= 1);
  klee_assume(n <= 16);
  int *a = malloc(n * sizeof(int) + 2);
  a[n] = -5; //~ FAULT out-of-bounds: write of 4 bytes
  return 0;
}
