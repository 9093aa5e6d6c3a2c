//@ paths: 2
//@ exit: 0,1
#include <stdbool.h>
#include <klee/klee.h>
// 256 is true, though its low byte is 0.
int main(void) {
  int x = klee_int("x");
  bool b = x;
  if (b)
    return 1;
  return 0;
}
