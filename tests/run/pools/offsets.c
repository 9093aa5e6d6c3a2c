// Pointers at offsets that are themselves read from memory.
//@ paths: 1
//@ brute: i in 0..3, j in 0..3
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  static int x[4] = {10, 20, 30, 40};
  char *slab = malloc(256);
  memset(slab, 0, 256);
  unsigned short at[4] = {16, 40, 96, 200};
  for (int i = 0; i < 4; i++) *(int **)(slab + at[i]) = &x[i];
  unsigned char i, j;
  klee_make_symbolic(&i, 1, "i");
  klee_make_symbolic(&j, 1, "j");
  klee_assume(i < 4);
  klee_assume(j < 4);
  klee_assert(**(int **)(slab + at[i]) == 10 * (i + 1));
  *(int **)(slab + at[i]) = &x[j];
  klee_assert(**(int **)(slab + at[i]) == 10 * (j + 1));
  *(int *)(slab + at[i] + 8) = 7;
  klee_assert(**(int **)(slab + at[i]) == 10 * (j + 1));
  return 0;
}
