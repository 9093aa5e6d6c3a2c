// The words by which -fsanitize=function knows types that travel in the same way.
//@ cflags: -fsanitize=function
//@ exit: 0
//@ paths: 2
#include <klee/klee.h>
static int one(int a) { return a; }
static int other(unsigned a) { return a; }
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, 1, "x");
  int (*f)(int) = one;
  if (x == 2)
    f = (int (*)(int))(void *)other;
  return f(0); //~ FAULT mismatched-call: call to a function through a pointer of type
}
