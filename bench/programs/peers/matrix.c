// Freivalds' identity: (A B) v = A (B v), on matrices of two by two.
#include <assert.h>
#include <klee/klee.h>

int main(void) {
  unsigned a[2][2], b[2][2], v[2], left[2], right[2], bv[2];
  klee_make_symbolic(a, sizeof a, "a");
  klee_make_symbolic(b, sizeof b, "b");
  klee_make_symbolic(v, sizeof v, "v");
  for (int i = 0; i < 2; i++)
    bv[i] = b[i][0] * v[0] + b[i][1] * v[1];
  for (int i = 0; i < 2; i++) {
    unsigned ab0 = a[i][0] * b[0][0] + a[i][1] * b[1][0], ab1 = a[i][0] * b[0][1] + a[i][1] * b[1][1];
    left[i] = ab0 * v[0] + ab1 * v[1];
    right[i] = a[i][0] * bv[0] + a[i][1] * bv[1];
  }
  assert(left[0] == right[0] && left[1] == right[1]);
  return 0;
}
