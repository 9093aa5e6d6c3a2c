//@ paths: 5
//@ exit: 0
#include <stdlib.h>
#include <klee/klee.h>
// Fills n + 1 elements: wrong only for n = 4.
int main(void) {
  unsigned char n;
  klee_make_symbolic(&n, 1, "n");
  klee_assume(n <= 4);
  int *v = malloc(4 * sizeof *v);
  for (int i = 0; i <= n; i++)
    v[i] = i; //~ FAULT out-of-bounds
  free(v);
  return 0;
}
