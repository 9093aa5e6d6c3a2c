// A loop that may leave its array by one or two elements: the fault is where the loop has it.
//@ paths: 3
//@ brute: n in 0..10
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
  char *a = malloc(8);
  unsigned char n;
  klee_make_symbolic(&n, 1, "n");
  klee_assume(n <= 10);
  for (unsigned i = 0; i < n; i++)
    a[i] = 5; //~ FAULT out-of-bounds: write of 1 byte at offset 8 of an 8-byte heap object
  if (n) klee_assert(a[n - 1] == 5);
  return 0;
}
