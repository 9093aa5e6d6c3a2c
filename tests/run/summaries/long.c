// Thousands of elements cost as much as a few.
//@ paths: 1
//@ also: -O1
//@ also: -O2
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
  char *a = malloc(4096), *b = malloc(4096);
  unsigned n;
  klee_make_symbolic(&n, sizeof n, "n");
  klee_assume(n <= 4096);
  klee_assume(n > 77);
  for (unsigned i = 0; i < n; i++) a[i] = 42;
  for (unsigned i = 0; i < n; i++) b[i] = a[i];
  klee_assert(b[77] == 42);
  return 0;
}
