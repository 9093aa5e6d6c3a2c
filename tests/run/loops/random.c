//@ exit: 0
//@ replay: off the C libraries have other generators
//@ options: --check=infinite-loop
#include <klee/klee.h>
// Numbers that come again are no cycle while their generator goes on.
#include <stdlib.h>
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, 1, "x");
  srand(3);
  int hits = 0;
  while (hits < 20)
    hits += rand() % 2 == (x == 1);
  return 0;
}
