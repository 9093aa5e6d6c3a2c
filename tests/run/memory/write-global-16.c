//@ paths: 2
//@ exit: 0,1
#include <assert.h>
#include <klee/klee.h>
static short v[8];
// Two writes at symbolic indices: the second hides the first where they meet.
int main(void) {
  unsigned char i, j;
  klee_make_symbolic(&i, 1, "i");
  klee_make_symbolic(&j, 1, "j");
  klee_assume(i < 8);
  klee_assume(j < 8);
  v[i] = 1;
  v[j] = 2;
  if (v[i] == 2) {
    assert(i == j);
    return 1;
  }
  return 0;
}
