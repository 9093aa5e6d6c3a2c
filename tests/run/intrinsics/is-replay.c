//@ paths: 1
//@ by-number
//@ exit: 0
#include <klee/klee.h>
int main(void) {
  int x = klee_int("x");
  if (klee_is_replay())
    return 1;
  klee_assume(x > 0);
  return 0;
}
