// Slots of a pool that are empty or hold a pointer into it: comparing them does not depend on where the pool lies.
//@ paths: 2
//@ brute: i in 0..3, j in 0..3
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
  long *pool = malloc(4 * sizeof *pool);
  long *slot[4] = {pool, NULL, pool + 2, NULL};
  unsigned char i, j;
  klee_make_symbolic(&i, 1, "i");
  klee_make_symbolic(&j, 1, "j");
  klee_assume(i < 4);
  klee_assume(j < 4);
  klee_assert((slot[i] == pool + 2) == (i == 2));
  if (slot[i] == slot[j]) return 1;
  return 0;
}
