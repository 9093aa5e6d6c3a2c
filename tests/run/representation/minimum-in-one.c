//@ paths: 2
//@ exit: 0
#include <assert.h>
#include <klee/klee.h>
// Within one object order is by offset.
int main(void) {
  char a[8] = {0};
  unsigned char i, j;
  klee_make_symbolic(&i, 1, "i");
  klee_make_symbolic(&j, 1, "j");
  klee_assume(i < 8);
  klee_assume(j < 8);
  char *q = a + i < a + j ? a + i : a + j;
  *q = 7;
  assert(a[i ^ ((i ^ j) & -(j < i))] == 7);
  return 0;
}
