// Sixteen objects that one function allocates for two callers. Each look-up can go to four of the first caller's only,
// which the path knows and the table does not.
//@ paths: 16
//@ paths single merge flat segmented segmented-ideal dynamic dynamic-split: 1
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>

static int *table[16];

static int *make(int value) {
  int *cell = malloc(sizeof *cell);
  *cell = value;
  return cell;
}

static int get(unsigned i) { return *table[i]; }

int main(void) {
  unsigned i, j;
  for (unsigned k = 0; k < 8; k++) {
    table[k] = make(3 * k);
  }
  for (unsigned k = 8; k < 16; k++) {
    table[k] = make(100);
  }
  klee_make_symbolic(&i, sizeof i, "i");
  klee_make_symbolic(&j, sizeof j, "j");
  klee_assume(i < 4);
  klee_assume(j >= 4 & j < 8);
  assert(get(i) == 3 * i);
  assert(get(j) == 3 * j);
  assert(get(i) == 3 * i);
}
