// What was not freed through a pointer to one of several objects is leaked, on those inputs alone.
//@ options: --check=leaks
//@ exit: 0
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
  unsigned char i;
  klee_make_symbolic(&i, 1, "i");
  klee_assume(i < 2);
  int *p[2] = {malloc(4), malloc(8)}; //~ FAULT leak
  free(p[i]);
  if (i == 0) free(p[1]);
  p[0] = p[1] = NULL;
  return 0;
}
