//@ paths: 4
//@ exit: 0,1,2,3
#include <stdlib.h>
#include <klee/klee.h>
// Paths that fork after an allocation share it, and write to copies.
int main(void) {
  char x[2];
  klee_make_symbolic(x, 2, "x");
  int *p = calloc(1, sizeof *p);
  if (x[0])
    *p += 1;
  if (x[1])
    *p += 2;
  int r = *p;
  free(p);
  return r;
}
