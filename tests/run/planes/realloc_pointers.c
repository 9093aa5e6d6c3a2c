// One of several tables of pointers grows: they still point. The one from before is gone.
//@ brute: c in 0..1, i in 0..3, old in 0..1
#include <klee/klee.h>
#include <stdlib.h>

static int x[4] = {5, 6, 7, 8};

int main(void) {
  unsigned char c, i, old;
  klee_make_symbolic(&c, 1, "c");
  klee_make_symbolic(&i, 1, "i");
  klee_make_symbolic(&old, 1, "old");
  klee_assume(c <= 1 & i <= 3 & old <= 1);
  int **v[2] = {malloc(2 * sizeof(int *)), malloc(3 * sizeof(int *))};
  v[0][0] = x, v[0][1] = x + 1;
  v[1][0] = x + 1, v[1][1] = x + 2, v[1][2] = x + 3;
  int ***volatile at = &v[c];
  int **a = realloc(*at, 4 * sizeof(int *));
  a[3] = x;
  if (i == 2 && c == 0) return 1;
  if (old) return *v[c][0]; //~ FAULT use-after-free
  int got = *a[i];
  for (int k = 0; k < 9; k++) if (got == k) return k;
  return 9;
}
