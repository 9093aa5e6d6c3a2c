//@ paths: 5
//@ exit: 0
#include <assert.h>
#include <klee/klee.h>
// A path for each length; where it starts does not matter.
int main(void) {
  unsigned char ring[4] = {0}, start, n;
  klee_make_symbolic(&start, 1, "start");
  klee_make_symbolic(&n, 1, "n");
  klee_assume(start < 4);
  klee_assume(n <= 4);
  for (int i = 0; i < n; i++)
    ring[(start + i) & 3] = 1;
  assert(ring[0] + ring[1] + ring[2] + ring[3] == n);
  return 0;
}
