//@ paths: 8
//@ exit: 0,1,2,3,5,8,13
#include <klee/klee.h>
static int fibonacci(int n) {
  if (n < 2) {
    if (n == 1)
      return 1;
    return 0;
  }
  return fibonacci(n - 1) + fibonacci(n - 2);
}
int main(void) {
  unsigned char n;
  klee_make_symbolic(&n, 1, "n");
  klee_assume(n <= 7);
  return fibonacci(n);
}
