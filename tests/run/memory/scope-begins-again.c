//@ paths: 2
//@ exit: 3,7
//@ also: -O1
//@ also: -O2
// A local in a loop, or left by goto, is one again each time around.
#include <klee/klee.h>
static int *volatile keep;
static int sum(int n) {
  int total = 0;
  for (int i = 0; i < n; i++) {
    int square[4] = {i, i, i, i};
    keep = square;
    total += keep[i & 3];
  }
  return total;
}
int main(void) {
  unsigned char c;
  int rounds = 0;
  klee_make_symbolic(&c, 1, "c");
again: {
  int local = rounds;
  keep = &local;
  *keep += 1;
  if (++rounds < 4)
    goto again;
  if (local != 4)
    return 1;
}
  return c < 3 ? sum(3) : 7;
}
