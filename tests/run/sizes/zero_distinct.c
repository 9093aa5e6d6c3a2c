// Objects of no bytes are different all the same.
//@ brute: n in 0..16
//@ by-number
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  unsigned char n;
  klee_make_symbolic(&n, 1, "n");
  klee_assume(n <= 16);
  char *a = malloc(n), *b = malloc(n);
  int same = a == b;
  free(a);
  free(b);
  return same;
}
