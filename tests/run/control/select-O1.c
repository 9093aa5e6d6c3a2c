//@ cflags: -O1
//@ paths: 1
#include <assert.h>
#include <klee/klee.h>
// The maximum as a select: one path, and what holds for both arms is proved at once.
int main(void) {
  int a, b;
  klee_make_symbolic(&a, sizeof a, "a");
  klee_make_symbolic(&b, sizeof b, "b");
  int max = a > b ? a : b;
  assert((max >= a) & (max >= b));
  return 0;
}
