//@ paths: 4
//@ paths single: 1
//@ paths merge flat segmented segmented-ideal dynamic: 1
//@ by-number
//@ exit: 0
// Pointers compare, and show the same numbers, whether their objects were moved or not.
#include <assert.h>
#include <klee/klee.h>
#include <stdint.h>
#include <stdlib.h>
int main(void) {
  int *rows[3];
  for (int k = 0; k < 3; k++) {
    rows[k] = malloc(16);
    rows[k][0] = k;
  }
  int *fixed = rows[1] + 2;
  uintptr_t numbers[3];
  int order = (rows[0] < rows[1]) | (rows[1] < rows[2]) << 1 | (rows[0] < rows[2]) << 2;
  for (int k = 0; k < 3; k++)
    numbers[k] = (uintptr_t)rows[k];
  unsigned char i, j;
  klee_make_symbolic(&i, 1, "i");
  klee_make_symbolic(&j, 1, "j");
  klee_assume((i < 2) & (j < 2));
  rows[i][0] += 10;
  rows[1 + j][1] = rows[i][0];
  for (int k = 0; k < 3; k++)
    assert((uintptr_t)rows[k] == numbers[k]);
  assert(order ==
         ((rows[0] < rows[1]) | (rows[1] < rows[2]) << 1 | (rows[0] < rows[2]) << 2));
  assert(fixed - rows[1] == 2 && fixed == rows[1] + 2);
  assert(*(int *)numbers[i] == 10 + i);
  assert(*(int *)(numbers[1 + j] + 4) == 10 + i);
  return 0;
}
