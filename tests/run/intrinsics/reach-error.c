//@ paths: 5
//@ exit: 0
#include <strata.h>
// 1 has four square roots in 32 bits; the last one left is 2^31 - 1.
int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  if (x * x == 1 && x != 1 && x + 1 != 0 && x < 0x80000000)
    reach_error(); //~ FAULT assertion
  return 0;
}
