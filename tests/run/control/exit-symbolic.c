//@ paths: 2
#include <klee/klee.h>
// The status of a test is that of its input; that there are others cuts nothing short.
int main(void) {
  int x = klee_int("x");
  if (x > 5)
    return x * 3;
  return x ^ 1;
}
