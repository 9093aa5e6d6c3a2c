//@ paths: 6
//@ exit: 0,1,2
#include <klee/klee.h>
#include <stdlib.h>
// The object is as large as the input made of it.
int main(void) {
  unsigned n;
  klee_make_symbolic(&n, sizeof n, "n");
  if (n < 1 || n > 2)
    return 0;
  char *p = malloc(n);
  klee_make_symbolic(p, n, "p");
  return p[n - 1] == 7 ? n : 0;
}
