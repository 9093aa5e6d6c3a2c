//@ paths: 1
//@ exit: 0
#include <assert.h>
#include <klee/klee.h>
// Swapping two elements at symbolic indices keeps the sum.
int main(void) {
  int v[4] = {1, 20, 300, 4000};
  unsigned char i, j;
  klee_make_symbolic(&i, 1, "i");
  klee_make_symbolic(&j, 1, "j");
  klee_assume(i < 4);
  klee_assume(j < 4);
  int t = v[i];
  v[i] = v[j];
  v[j] = t;
  assert(v[0] + v[1] + v[2] + v[3] == 4321);
  return 0;
}
