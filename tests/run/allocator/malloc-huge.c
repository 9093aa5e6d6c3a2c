//@ paths: 2
//@ exit: 0,1
//@ exhaustive: no
//@ replay: off natively there is more memory
#include <stdint.h>
#include <stdlib.h>
#include <klee/klee.h>
// What is too large for us fails, which the ledger says: a process may have it. What is too large for any
// process fails everywhere.
int main(void) {
  int x = klee_int("x");
  if (malloc((size_t)-1) || malloc(SIZE_MAX / 4))
    return 2;
  if (x == 1 && !malloc((size_t)1 << 46))
    return 1;
  return 0;
}
