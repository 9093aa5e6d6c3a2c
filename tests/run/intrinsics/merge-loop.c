//@ paths: 1
//@ exit: 0
#include <assert.h>
#include <klee/klee.h>
// Without merging 2^4 paths.
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, 1, "x");
  int ones = 0;
  for (int i = 0; i < 4; i++) {
    klee_open_merge();
    if (x >> i & 1)
      ones++;
    klee_close_merge();
  }
  assert(ones == __builtin_popcount(x & 15));
  return 0;
}
