//@ paths: 1
//@ exit: 0
#include <assert.h>
#include <klee/klee.h>
// Two paths that meet again: one path, on which y depends on x.
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, 1, "x");
  int y = 0;
  klee_open_merge();
  if (x > 100)
    y = 4;
  else
    y = 6;
  klee_close_merge();
  assert((y & 1) == 0);
  assert((y == 4) == (x > 100));
  return 0;
}
