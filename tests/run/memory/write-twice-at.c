// Two writes at unknown offsets of a large object, and a read at one of them: what was written there, without a look at
// the bytes around.
//@ memory: all but split
//@ paths: 6
//@ exit: 0
//@ also: -O2, any paths
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

enum { SIZE = 5000 };

int main(void) {
  unsigned i, j, k;
  klee_make_symbolic(&i, sizeof i, "i");
  klee_make_symbolic(&j, sizeof j, "j");
  klee_make_symbolic(&k, sizeof k, "k");
  klee_assume((i < SIZE) & (j < SIZE) & (k < SIZE));
  unsigned char *p = malloc(SIZE);
  memset(p, 7, SIZE);
  p[0] = 1;
  p[SIZE / 2] = 3;
  p[k] = 5;
  p[i] = 8;
  p[j] = 9;
  assert(p[i] == (i == j ? 9 : 8));
  assert(p[k] == (k == j ? 9 : k == i ? 8 : 5));
  assert(p[0] == (j == 0 ? 9 : i == 0 ? 8 : k == 0 ? 5 : 1));
  free(p);
  return 0;
}
