//@ memory: all but single
//@ exit: 0,3
// Members of a gathered array stay what they were: a constant cannot be written, the end of each is its own, and one that
// was freed is gone while its neighbours stay.
#include <klee/klee.h>
#include <stdlib.h>
static int global[4] = {1, 2, 3, 4};
static const int constant[4] = {10, 20, 30, 40};
int main(void) {
  unsigned char i, k, what;
  klee_make_symbolic(&i, 1, "i");
  klee_make_symbolic(&k, 1, "k");
  klee_make_symbolic(&what, 1, "what");
  klee_assume((i < 3) & (k < 4) & (what < 4));
  int *heap = calloc(4, sizeof(int));
  int *all[3] = {global, (int *)constant, heap};
  int sum = all[i][k];
  if (what == 0)
    all[i][k] = 5; //~ FAULT read-only-write
  if (what == 1)
    sum += all[i][k + 1]; //~ FAULT out-of-bounds
  if (what == 2) {
    free(heap);
    sum += all[i][k]; //~ FAULT use-after-free
  }
  return what == 3 ? 3 : sum < 0;
}
