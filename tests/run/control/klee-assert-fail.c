// What klee_assert of newer headers calls.
//@ exit: 0
#include <klee/klee.h>
#define checked(expr) ((expr) ? (void)0 : klee_assert_fail(#expr, __FILE__, __LINE__, __func__))
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, 1, "x");
  checked(x != 77); //~ FAULT assertion: x != 77
  return 0;
}
