//@ options: --check=infinite-loop
//@ exit: 0
#include <klee/klee.h>
// Paths merge in each round, and the loop ends.
int main(void) {
  unsigned char x[4];
  int rounds = 0, seen = 0;
  klee_make_symbolic(x, sizeof x, "x");
  while (rounds < 40) {
    klee_open_merge();
    seen = x[rounds % 4] > 100;
    if (seen)
      seen = 2;
    klee_close_merge();
    rounds++;
  }
  return 0;
}
