//@ paths: 6
//@ exit: 0,1,2,3,4,5
#include <strata.h>
int main(void) {
  if (__VERIFIER_nondet_bool())
    return 1;
  if (__VERIFIER_nondet_char() < 0)
    return 2;
  if (__VERIFIER_nondet_short() > 255)
    return 3;
  if (__VERIFIER_nondet_ushort() == 65535)
    return 4;
  if (__VERIFIER_nondet_long() > 0xffffffff)
    return 5;
  return 0;
}
