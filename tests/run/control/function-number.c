//@ paths: 2
//@ by-number
#include <klee/klee.h>
// A number that is no function's is one path, not one for each number.
int main(void) {
  int x = klee_int("x");
  void (*f)(void) = (void (*)(void))(long)x;
  f(); //~ FAULT invalid-function-pointer
  return 0;
}
