//@ paths: 4
//@ exit: 0
#include <assert.h>
#include <stdlib.h>
#include <klee/klee.h>
// A vector that grows as it is filled.
int main(void) {
  unsigned char n;
  klee_make_symbolic(&n, 1, "n");
  klee_assume(n >= 1);
  klee_assume(n <= 4);
  int *v = NULL, size = 0;
  for (int i = 0; i < n; i++) {
    v = realloc(v, (size + 1) * sizeof *v);
    v[size++] = 10 * i;
  }
  assert(v[size - 1] == 10 * (n - 1));
  free(v);
  return 0;
}
