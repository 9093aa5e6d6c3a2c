// Allocations may fail for no reason, each on a path of its own.
//@ options: --malloc-null
//@ paths: 4
//@ exit: 1,2,3
//@ replay: off a native allocation does not fail on request
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
  int *a = malloc(sizeof *a);
  if (!a) return 1;
  *a = 5;
  int *b = calloc(4, sizeof *b);
  if (!b) return *a == 5 ? 2 : 9;
  int *c = realloc(a, 8);
  if (!c) return *a == 5 ? 3 : 9;
  free(b);
  free(c);
  return c[0] == 5 ? 0 : 9; //~ FAULT use-after-free
}
