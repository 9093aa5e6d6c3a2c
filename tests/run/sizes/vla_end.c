// The element behind the last one.
//@ brute: n in 1..16
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  unsigned char n;
  klee_make_symbolic(&n, 1, "n");
  klee_assume(n >= 1);
  klee_assume(n <= 16);
  char a[n];
  a[n] = 1; //~ FAULT out-of-bounds: write of 1 byte
  return a[n];
}
