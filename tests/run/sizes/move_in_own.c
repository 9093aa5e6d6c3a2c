// All of an object moves by some bytes, for which there is no room.
//@ brute: n in 0..16, d in 0..2
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  unsigned char n, d;
  klee_make_symbolic(&n, 1, "n");
  klee_make_symbolic(&d, 1, "d");
  klee_assume(n <= 16 & d <= 2);
  char *a = calloc(n + 1, 1);
  memmove(a + d, a, n + 1); //~ FAULT out-of-bounds
  return 0;
}
