// An array on the stack with a length that is not known, but for one element, and what follows it.
//@ brute: n in 0..16, i in 0..17
#include <klee/klee.h>

int main(void) {
  unsigned char n, i;
  klee_make_symbolic(&n, 1, "n");
  klee_make_symbolic(&i, 1, "i");
  klee_assume(n <= 16 & i <= 17);
  int v[n + 1];
  for (int k = 0; k <= n; k++) v[k] = k;
  return v[i]; //~ FAULT out-of-bounds
}
