// One of several objects: a path for each where accesses fork, one otherwise.
//@ paths: 6
//@ paths single: 2
//@ paths merge flat segmented segmented-ideal dynamic: 4
//@ brute: i in 0..2, n in 0..8, k in 0..7
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  unsigned char *a[3];
  for (int j = 0; j < 3; j++) {
    a[j] = malloc(8);
    memset(a[j], 'a' + j, 8);
  }
  unsigned char i, n, k;
  klee_make_symbolic(&i, sizeof i, "i");
  klee_make_symbolic(&n, sizeof n, "n");
  klee_make_symbolic(&k, sizeof k, "k");
  klee_assume(i < 3);
  klee_assume(n <= 8);
  klee_assume(k < 8);
  memset(a[i], 'x', n);
  if (a[0][k] == 'x') return 1;
  if (a[1][k] == 'x') return 2;
  if (a[2][k] == 'x') return 3;
  return 0;
}
