//@ paths: 1
//@ exit: 0
#include <assert.h>
#include <klee/klee.h>
// Contents merge byte by byte.
int main(void) {
  unsigned char x, v[3] = {1, 2, 3};
  klee_make_symbolic(&x, 1, "x");
  klee_open_merge();
  if (x == 5)
    v[0] = 9;
  else
    v[2] = 9;
  klee_close_merge();
  assert(v[0] + v[1] + v[2] == (x == 5 ? 14 : 12));
  return 0;
}
