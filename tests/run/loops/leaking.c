//@ options: --check=infinite-loop --kdalloc-quarantine=0 --max-instructions=20000
//@ exhaustive: no
//@ replay: off natively the symbolic pointer is a number of ours
//@ by-number
#include <klee/klee.h>
#include <stdlib.h>
// Listing 3 of the paper on KDAlloc (ECOOP'22): a path on which each object is freed before the next is allocated.
int main(void) {
  void *x = malloc(1), *p = klee_symbolic_ptr();
  while (1) { //~ FAULT infinite-loop
    if (x == p)
      free(x);
    x = malloc(1);
  }
}
