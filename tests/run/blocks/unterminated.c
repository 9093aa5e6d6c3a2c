// A string in one of several objects of which one has no end: one question, and one fault.
//@ exit: 0
//@ replay: off the byte behind an object is not the same natively
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  char *text[3];
  for (int k = 0; k < 3; k++) {
    text[k] = malloc(k + 2);
    memset(text[k], 'x', k + 2);
    if (k != 1) text[k][k + 1] = 0;
  }
  unsigned char i;
  klee_make_symbolic(&i, 1, "i");
  klee_assume(i < 3);
  size_t n = strlen(text[i]); //~ FAULT out-of-bounds
  klee_assert(n == i + 1);
  return 0;
}
