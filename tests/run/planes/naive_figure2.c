// As figure2.c, with a plain list of all writes.
//@ memory: plane
//@ options: --plane-store=naive
//@ paths: 3
//@ exit: 0,1
#include <assert.h>
#include <klee/klee.h>
#include <stdlib.h>

int *A = NULL;

static int foo(int n, int i) {
  A = malloc(n * sizeof(int));
  A[3] = 777;
  A[4] = 888;
  A[3 * i + 1] = 999; //~ FAULT out-of-bounds
  if (A[3] != 777) abort();
  return A[3] + A[4];
}

int main(void) {
  int n, i;
  klee_make_symbolic(&n, sizeof n, "n");
  klee_make_symbolic(&i, sizeof i, "i");
  klee_assume(n >= 4 & n < 100); //  A[4] does not exist if n is 4.
  klee_assume(i >= 0 & i < 200);
  if (n == 4) return 1;
  int sum = foo(n, i);
  assert(sum == (i == 1 ? 777 + 999 : 777 + 888));
  return 0;
}
