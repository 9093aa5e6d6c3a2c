//@ paths: 2
//@ exit: 0,1
//@ brute: x in 0..255
#include <assert.h>
#include <klee/klee.h>
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, 1, "x");
  int n = 0;
  for (int i = 0; i < 8; i++)
    n += x >> i & 1;
  assert(n == __builtin_popcount(x));
  if (n == 7)
    return 1;
  return 0;
}
