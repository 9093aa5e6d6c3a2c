//@ paths: 1
//@ exit: 0
#include <assert.h>
#include <klee/klee.h>
int main(void) {
  int a = klee_int("a"), b = klee_int("b"), x = a, y = b;
  x ^= y;
  y ^= x;
  x ^= y;
  assert((x == b) & (y == a));
  return 0;
}
