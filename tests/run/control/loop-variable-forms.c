//@ paths: 4
//@ exit: 1,2,4,8
//@ brute: n in 0..255
#include <klee/klee.h>
// What a loop leaves behind in each path is a constant.
int main(void) {
  unsigned char n;
  klee_make_symbolic(&n, 1, "n");
  klee_assume(n < 4);
  int power = 1;
  while (n--)
    power *= 2;
  return power;
}
