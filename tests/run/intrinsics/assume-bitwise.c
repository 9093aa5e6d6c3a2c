//@ paths: 1
//@ exit: 0
#include <assert.h>
#include <klee/klee.h>
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, 1, "x");
  klee_assume((x >= 'a') & (x <= 'z'));
  assert(x ^ 0x80);
  return 0;
}
