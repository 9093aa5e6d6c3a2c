//@ paths: 1
//@ exit: 0
#include <assert.h>
#include <klee/klee.h>
typedef int v4 __attribute__((vector_size(16)));
int main(void) {
  v4 v = {0};
  unsigned char i;
  klee_make_symbolic(&i, 1, "i");
  klee_assume(i < 4);
  v[i] = 9;
  assert(v[0] + v[1] + v[2] + v[3] == 9);
  return 0;
}
