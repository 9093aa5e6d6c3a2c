//@ exit: 0
#include <assert.h>
#include <strata.h>
// Short circuit in an assumption: the branch comes first, and the false side ends there.
int main(void) {
  int x = __VERIFIER_nondet_int();
  __VERIFIER_assume(x > 0 && x < 5);
  assert(x != 7);
  return 0;
}
