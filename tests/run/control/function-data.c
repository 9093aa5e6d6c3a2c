//@ paths: 2
//@ exit: 1
#include <klee/klee.h>
static int one(void) { return 1; }
static char data[16];
int main(void) {
  char x;
  klee_make_symbolic(&x, 1, "x");
  int (*f)(void) = one;
  if (x == 5)
    f = (int (*)(void))(void *)data;
  return f(); //~ FAULT invalid-function-pointer
}
