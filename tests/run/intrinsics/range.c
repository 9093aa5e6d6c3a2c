//@ paths: 3
//@ exit: 0,1,2
#include <assert.h>
#include <klee/klee.h>
int main(void) {
  int x = klee_range(-2, 3, "x");
  assert((x >= -2) & (x < 3));
  if (x == -2)
    return 1;
  if (x == 2)
    return 2;
  return 0;
}
