// The names by which programs of the software verification competition ask for input.
//@ exit: 0,1
#include <strata.h>
int main(void) {
  unsigned long long sum = 0;
  sum += __VERIFIER_nondet_U8() + __VERIFIER_nondet_u16() + __VERIFIER_nondet_U32();
  sum += __VERIFIER_nondet_u64() + __VERIFIER_nondet_unsigned_long();
  sum += __VERIFIER_nondet_S8() + __VERIFIER_nondet_int8_t() + __VERIFIER_nondet_int64_t();
  sum += __VERIFIER_nondet__Bool() + __VERIFIER_nondet_bool();
  sum += __VERIFIER_nondet_uint8_t() + __VERIFIER_nondet_pthread_t();
  if (__VERIFIER_nondet__Bool() > 1)
    return 2;
  if (sum == 0x123456789)
    return 1;
  return 0;
}
