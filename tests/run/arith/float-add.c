//@ paths: 2
//@ exit: 0,1
#include <klee/klee.h>
int main(void) {
  float x;
  klee_make_symbolic(&x, sizeof x, "x");
  if (x + 1.5f == 4.0f)
    return 1;
  return 0;
}
