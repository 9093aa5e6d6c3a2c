//@ paths: 2
//@ exit: 0,1
#include <assert.h>
#include <klee/klee.h>
int main(void) {
  unsigned x;
  klee_make_symbolic(&x, sizeof x, "x");
  assert(__builtin_bswap32(__builtin_bswap32(x)) == x);
  if (__builtin_bswap32(x) == 0x12345678)
    return 1;
  return 0;
}
