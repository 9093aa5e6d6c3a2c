//@ paths: 1
//@ exit: 0
#include <assert.h>
#include <klee/klee.h>
// An index read through an index: the inverse of a permutation of three.
int main(void) {
  unsigned char p[3], inverse[3] = {0};
  klee_make_symbolic(p, sizeof p, "p");
  klee_assume((p[0] < 3) & (p[1] < 3) & (p[2] < 3));
  klee_assume((p[0] != p[1]) & (p[0] != p[2]) & (p[1] != p[2]));
  for (int i = 0; i < 3; i++)
    inverse[p[i]] = i;
  for (int i = 0; i < 3; i++)
    assert(inverse[p[i]] == i);
  return 0;
}
