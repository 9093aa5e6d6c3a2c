//@ options: --check=uninitialised
//@ paths: 1
#include <klee/klee.h>
#include <stdlib.h>
int main(void) {
  unsigned char n;
  klee_make_symbolic(&n, 1, "n");
  klee_assume(n > 8);
  char *p = malloc(n);
  p[0] = 1;
  if (p[0] != 1)
    return 2;
  if (p[8]) //~ FAULT uninitialised-use
    return 1;
  free(p);
  return 0;
}
