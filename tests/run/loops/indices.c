//@ exit: 3
//@ options: --check=infinite-loop
#include <klee/klee.h>
// A list by indices: those that do not lead to its end lead round.
int main(void) {
  unsigned char next[4];
  klee_make_symbolic(next, sizeof next, "next");
  for (int i = 0; i < 4; i++)
    klee_assume(next[i] < 4);
  unsigned i = 0;
  while (i != 3) //~ FAULT infinite-loop
    i = next[i];
  return i;
}
