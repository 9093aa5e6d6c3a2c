// The last element does not fit as a whole.
//@ paths: 3
//@ also: -O1, any paths
//@ brute: n in 0..6
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
  int *a = malloc(18);
  unsigned char n;
  klee_make_symbolic(&n, 1, "n");
  klee_assume(n <= 6);
  for (unsigned i = 0; i < n; i++)
    a[i] = 0x01020304; //~ FAULT out-of-bounds: write of 4 bytes at offset 16 of an 18-byte heap object
  if (n > 2) klee_assert(a[2] == 0x01020304);
  return 0;
}
