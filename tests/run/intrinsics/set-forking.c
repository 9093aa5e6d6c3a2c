//@ paths: 1
//@ exhaustive: no
#include <klee/klee.h>
// With forking off, a branch follows one side only.
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, 1, "x");
  klee_set_forking(0);
  int r = 0;
  if (x > 10)
    r = 1;
  if (x > 20)
    r += 2;
  klee_set_forking(1);
  return r;
}
