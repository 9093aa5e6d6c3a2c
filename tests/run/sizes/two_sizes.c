// One of two objects of unknown size.
//@ paths: 2
//@ paths single: 1
//@ brute: n in 1..16, c in 0..1
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  unsigned char n;
  klee_make_symbolic(&n, 1, "n");
  unsigned char c;
  klee_make_symbolic(&c, 1, "c");
  klee_assume(n >= 1);
  klee_assume(n <= 16);
  klee_assume(c <= 1);
  char *v[2] = {malloc(n), malloc(n + 1)};
  char *p = v[c];
  p[n] = 1; //~ FAULT out-of-bounds: write of 1 byte
  return 0;
}
