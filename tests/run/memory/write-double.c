//@ paths: 1
//@ exit: 0
#include <assert.h>
#include <klee/klee.h>
int main(void) {
  double v[3] = {1.5, 2.5, 3.5};
  unsigned char i;
  klee_make_symbolic(&i, 1, "i");
  klee_assume(i < 3);
  v[i] += 1;
  assert(v[0] + v[1] + v[2] == 8.5);
  return 0;
}
