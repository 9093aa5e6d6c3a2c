//@ paths: 2
//@ exit: 0,1
#include <assert.h>
#include <klee/klee.h>
int main(void) {
  unsigned char a, b, product;
  klee_make_symbolic(&a, 1, "a");
  klee_make_symbolic(&b, 1, "b");
  if (__builtin_mul_overflow(a, b, &product)) {
    assert(a * b > 255);
    return 1;
  }
  assert(product == a * b);
  return 0;
}
