//@ paths: 6
//@ exit: 0,1
//@ brute: n in 0..255
#include <klee/klee.h>
static int odd(unsigned n);
static int even(unsigned n) {
  if (n == 0)
    return 1;
  return odd(n - 1);
}
static int odd(unsigned n) {
  if (n == 0)
    return 0;
  return even(n - 1);
}
int main(void) {
  unsigned char n;
  klee_make_symbolic(&n, 1, "n");
  klee_assume(n <= 5);
  return even(n);
}
