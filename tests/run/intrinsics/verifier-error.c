//@ paths: 2
//@ exit: 0
#include <strata.h>
int main(void) {
  unsigned char x = __VERIFIER_nondet_uchar();
  if (x == 42)
    __VERIFIER_error(); //~ FAULT assertion
  return 0;
}
