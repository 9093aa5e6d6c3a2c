//@ paths: 2
//@ exit: 0
#include <strata.h>
int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int();
  __VERIFIER_assume((x >= 0) & (x < 10));
  __VERIFIER_assume((y >= 0) & (y < 10));
  if (x + y == 18 && x != 9)
    __VERIFIER_error();
  return 0;
}
