//@ by-number
//@ replay: off some native libraries take any alignment
//@ exit: 0,1
#include <stdlib.h>
#include <klee/klee.h>
// An alignment that can be anything is one of the powers of two, or none.
int main(void) {
  unsigned long align;
  klee_make_symbolic(&align, sizeof align, "align");
  klee_assume(align < 1000);
  void *p = aligned_alloc(align, 16);
  if (!p)
    return 1;
  free(p);
  return 0;
}
