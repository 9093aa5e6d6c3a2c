//@ exit: 0,1,2,3,4,5,6
//@ options: --check=infinite-loop
#include <klee/klee.h>
// New input in each round may end the loop.
int main(void) {
  int rounds = 0;
  for (; rounds < 6; rounds++) {
    unsigned char x;
    klee_make_symbolic(&x, 1, "x");
    if (x == 0)
      break;
  }
  return rounds;
}
