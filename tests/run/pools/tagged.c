// Pointers with a bit of the program's own.
//@ paths: 4
//@ paths single: 1
//@ paths merge flat segmented segmented-ideal dynamic: 2
//@ brute: i in 0..3
#include <klee/klee.h>
#include <stdint.h>
#include <stdlib.h>

int main(void) {
  uintptr_t table[4];
  for (int k = 0; k < 4; k++) {
    int *x = malloc(sizeof *x);
    *x = 5 * k;
    table[k] = (uintptr_t)x | (k & 1);
  }
  unsigned char i;
  klee_make_symbolic(&i, 1, "i");
  klee_assume(i < 4);
  klee_assert((table[i] & 1) == (i & 1));
  klee_assert(*(int *)(table[i] & ~(uintptr_t)1) == 5 * i);
  if (table[i] & 1) return 1;
  return 0;
}
