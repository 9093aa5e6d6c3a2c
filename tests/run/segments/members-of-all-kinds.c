//@ exit: 0,1,2
//@ memory: all but single
//@ brute: i in 0..5, k in 0..4, n in 0..3
// A global, a constant, a local, a part of a large object and an object of symbolic size are gathered, read, written,
// reallocated and freed one by one.
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>
static int global[6] = {1, 2, 3, 4, 5, 6};
static const int constant[4] = {10, 20, 30, 40};
int main(void) {
  unsigned char i, k, n;
  klee_make_symbolic(&i, 1, "i");
  klee_make_symbolic(&k, 1, "k");
  klee_make_symbolic(&n, 1, "n");
  if (i >= 5 || k >= 4 || n >= 3) return 0;
  int local[5] = {100, 200, 300, 400, 500};
  int *large = calloc(200, sizeof(int));
  for (int x = 0; x < 200; x++) large[x] = 1000 + x;
  /* four to six ints */
  int *sized = malloc((4 + n) * sizeof(int));
  for (int x = 0; x < 4; x++) sized[x] = 7 + x;
  /* in parts first */
  assert(large[k * 40] == 1000 + k * 40);
  large[k * 40] = -1;
  int *all[5] = {global, (int *)constant, local, large + 8, sized};
  int v = all[i][k];
  int wanted = i == 0 ? 1 + k : i == 1 ? 10 * (k + 1) : i == 2 ? 100 * (k + 1) : i == 3 ? 1008 + k : 7 + k;
  assert(v == wanted);
  if (i == 1) return 1;
  all[i][k] = 99;
  assert(global[k] == (i == 0 ? 99 : 1 + k));
  assert(constant[k] == 10 * (k + 1));
  assert(local[k] == (i == 2 ? 99 : 100 * (k + 1)));
  assert(large[8 + k] == (i == 3 ? 99 : 1008 + k));
  assert(large[k * 40] == -1 );
  assert(sized[k] == (i == 4 ? 99 : 7 + k));
  /* at the end of the sized one */
  sized[3 + n] = 5;
  sized = realloc(sized, 64);
  assert(sized[3 + n] == 5);
  free(large);
  if (i != 3) { all[i == 4 ? 2 : i][k] = 3; }
  free(sized);
  return 2;
}
