//@ paths: 2
//@ exit: 0
#include <stdlib.h>
#include <klee/klee.h>
// The old pointer is dead after realloc, whatever its number.
int main(void) {
  char c;
  klee_make_symbolic(&c, 1, "c");
  char *p = malloc(4), *q = realloc(p, 8);
  if (c)
    p[0] = 1; //~ FAULT use-after-free
  q[0] = 2;
  return 0;
}
