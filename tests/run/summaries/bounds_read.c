// A copy that reads beyond its source before it writes beyond its destination.
//@ paths: 3
//@ brute: n in 0..10
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
  char *to = malloc(9), *from = malloc(8);
  for (int i = 0; i < 8; i++) from[i] = 'a' + i;
  unsigned char n;
  klee_make_symbolic(&n, 1, "n");
  klee_assume(n <= 10);
  for (unsigned i = 0; i < n; i++)
    to[i] = from[i]; //~ FAULT out-of-bounds: read of 1 byte at offset 8 of an 8-byte heap object
  if (n > 5) klee_assert(to[5] == 'f');
  return 0;
}
