//@ paths: 1
//@ exit: 5
#include <klee/klee.h>
// A range of one value.
int main(void) {
  int x = klee_range(5, 6, "x");
  if (x != 5)
    return 1;
  return 5;
}
