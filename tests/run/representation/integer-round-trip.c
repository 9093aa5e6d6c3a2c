//@ also: -O1
//@ paths: 1
//@ exit: 0
#include <assert.h>
#include <stdint.h>
#include <klee/klee.h>
// Through integers and back, with arithmetic on the way.
int main(void) {
  int v[4] = {0, 10, 20, 30};
  unsigned char i;
  klee_make_symbolic(&i, 1, "i");
  klee_assume(i < 4);
  uintptr_t number = (uintptr_t)v;
  number += 100;
  number += i * sizeof *v;
  number -= 100;
  assert(*(int *)number == 10 * i);
  return 0;
}
