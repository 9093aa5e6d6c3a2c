//@ paths: 2
//@ exit: 0,1
#include <assert.h>
#include <klee/klee.h>
int main(void) {
  unsigned char a, b, difference;
  klee_make_symbolic(&a, 1, "a");
  klee_make_symbolic(&b, 1, "b");
  if (__builtin_sub_overflow(a, b, &difference)) {
    assert(a < b);
    return 1;
  }
  assert(difference == a - b);
  return 0;
}
