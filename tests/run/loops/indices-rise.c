//@ exit: 3
//@ options: --check=infinite-loop
#include <klee/klee.h>
// Indices that rise lead to the end.
int main(void) {
  unsigned char next[4];
  klee_make_symbolic(next, sizeof next, "next");
  for (int i = 0; i < 3; i++)
    klee_assume((next[i] < 4) & (next[i] > i));
  unsigned i = 0;
  while (i != 3)
    i = next[i];
  return i;
}
