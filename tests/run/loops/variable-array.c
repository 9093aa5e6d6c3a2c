//@ exit: 0
//@ paths: 2
//@ options: --check=infinite-loop
#include <klee/klee.h>
// A local of variable size in each round.
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, 1, "x");
  int n = x == 9 ? 24 : 0;
  do {
    char space[n + 8]; //~ FAULT infinite-loop
    space[n] = 0;
  } while (n);
  return 0;
}
