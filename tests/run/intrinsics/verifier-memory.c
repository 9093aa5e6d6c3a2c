//@ paths: 3
//@ exit: 0,1,2
#include <strata.h>
// A part of an object, and no byte beyond it.
int main(void) {
  unsigned char bytes[4] = {9, 9, 9, 9};
  __VERIFIER_nondet_memory(bytes + 1, 2);
  __VERIFIER_nondet_memory(bytes, 0);
  if (bytes[0] != 9 || bytes[3] != 9)
    return 3;
  if (bytes[1] == 'a')
    return 1;
  if (bytes[2] > 100)
    return 2;
  return 0;
}
