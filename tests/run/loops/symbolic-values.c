//@ exit: 0
//@ paths: 2
//@ options: --check=infinite-loop
#include <klee/klee.h>
// What the loop holds is symbolic and the same each time.
int main(void) {
  unsigned a, b;
  klee_make_symbolic(&a, sizeof a, "a");
  klee_make_symbolic(&b, sizeof b, "b");
  unsigned x = a, y = b;
  while (x > y) { //~ FAULT infinite-loop
    unsigned t = x + y;
    x = t - y;
  }
  return 0;
}
