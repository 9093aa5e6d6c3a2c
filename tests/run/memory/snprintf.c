//@ exit: 0
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <klee/klee.h>
// Formatting and parsing a symbolic number.
int main(void) {
  unsigned char x;
  char text[8];
  klee_make_symbolic(&x, 1, "x");
  klee_assume(x < 12);
  int n = snprintf(text, sizeof text, "%d", x);
  assert(n == (x < 10 ? 1 : 2));
  assert(atoi(text) == x);
  return 0;
}
