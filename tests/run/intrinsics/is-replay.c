//@ paths: 1
//@ exit: 0
//@ replay: off the program asks whether it is replayed
#include <klee/klee.h>
int main(void) {
  int x = klee_int("x");
  if (klee_is_replay())
    return 1;
  klee_assume(x > 0);
  return 0;
}
