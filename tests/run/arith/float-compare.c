//@ paths: 4
//@ exit: 0,1,2,3
#include <klee/klee.h>
// Less, equal, greater, or not a number.
int main(void) {
  float x;
  klee_make_symbolic(&x, sizeof x, "x");
  if (x < 1.0f)
    return 0;
  if (x == 1.0f)
    return 1;
  if (x > 1.0f)
    return 2;
  return 3;
}
