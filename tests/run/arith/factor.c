//@ paths: 2
//@ exit: 0,1
#include <klee/klee.h>
// 143 = 11 * 13.
int main(void) {
  unsigned char a, b;
  klee_make_symbolic(&a, 1, "a");
  klee_make_symbolic(&b, 1, "b");
  klee_assume((a > 1) & (b > 1));
  klee_assume(a <= b);
  if (a * b == 143)
    return 1;
  return 0;
}
