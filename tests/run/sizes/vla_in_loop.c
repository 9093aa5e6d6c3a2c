// Arrays on the stack, each for one round.
//@ brute: n in 0..16
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

static int tell(int x) {
  for (int v = 0; v < 100; v++) if (x == v) return v;
  return 100;
}

int main(void) {
  unsigned char n;
  klee_make_symbolic(&n, 1, "n");
  klee_assume(n <= 16);
  int sum = 0;
  for (int k = 0; k < 3; k++) {
    char v[n + k + 1];
    v[n + k] = k;
    v[0] = 1;
    sum += v[n + k];
  }
  return tell(sum);
}
