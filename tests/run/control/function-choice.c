//@ cflags: -O1
//@ paths: 2
//@ exit: 1,2
#include <klee/klee.h>
static __attribute__((noinline)) int one(int x) { return x < 0 ? 9 : 1; }
static __attribute__((noinline)) int two(int x) { return x < 0 ? 9 : 2; }
// A select of functions; the call forks.
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, 1, "x");
  int (*f)(int) = x < 7 ? one : two;
  return f(1);
}
