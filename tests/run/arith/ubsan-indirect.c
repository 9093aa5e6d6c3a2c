//@ cflags: -fsanitize=undefined
//@ paths: 1
//@ exit: 7
#include <klee/klee.h>
// The check of the type of a called function looks at bytes before the function.
static int twice(int x) { return 2 * x; }
static int thrice(int x) { return 3 * x; }
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, 1, "x");
  int (*volatile f)(int) = twice;
  int (*volatile g)(int) = thrice;
  return f(2) + g(1);
}
