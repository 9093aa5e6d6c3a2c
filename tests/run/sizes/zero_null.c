// No object for no bytes.
//@ brute: n in 0..16
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  unsigned char n;
  klee_make_symbolic(&n, 1, "n");
  klee_assume(n <= 16);
  char *a = n ? malloc(n) : NULL;
  a[0] = 6; //~ FAULT null-dereference
  return a[0];
}
