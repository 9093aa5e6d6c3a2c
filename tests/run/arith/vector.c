//@ paths: 2
//@ exit: 0,1
#include <klee/klee.h>
typedef int v4 __attribute__((vector_size(16)));
// Lanes of a vector, one of them symbolic.
int main(void) {
  int x = klee_int("x");
  v4 a = {1, 2, x, 4}, b = {10, 20, 30, 40};
  v4 c = a + b;
  if (c[2] == 33)
    return 1;
  return c[0] == 11 ? 0 : 2;
}
