//@ paths: 2
//@ exit: 1
#include <stdint.h>
#include <klee/klee.h>
static int one(void) { return 1; }
int main(void) {
  char x;
  klee_make_symbolic(&x, 1, "x");
  int (*f)(void) = one;
  if (x == 5)
    f = (int (*)(void))(uintptr_t)12345;
  return f(); //~ FAULT invalid-function-pointer
}
