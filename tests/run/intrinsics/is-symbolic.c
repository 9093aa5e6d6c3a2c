//@ paths: 2
//@ by-number
//@ exit: 0
#include <klee/klee.h>
// Symbolic at first; on the path where it is known, no longer.
int main(void) {
  int x = klee_int("x"), y = 4;
  if (klee_is_replay())
    return 0;
  if (!klee_is_symbolic(x) || klee_is_symbolic(y))
    return 1;
  if (x == 7)
    return 0;
  return klee_is_symbolic(x) ? 0 : 3;
}
