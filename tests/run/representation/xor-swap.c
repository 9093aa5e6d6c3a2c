//@ by-number
//@ paths: 2
//@ exit: 0
#include <assert.h>
#include <stdint.h>
#include <klee/klee.h>
int main(void) {
  static int a = 1, b = 2;
  uintptr_t p = (uintptr_t)&a, q = (uintptr_t)&b;
  char c;
  klee_make_symbolic(&c, 1, "c");
  if (c) {
    p ^= q;
    q ^= p;
    p ^= q;
  }
  assert(*(int *)p == 1 + (c != 0));
  return 0;
}
