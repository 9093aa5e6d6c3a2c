//@ paths: 2
//@ exit: 0,1
#include <klee/klee.h>
// From 2^24 on, not every integer is a float.
int main(void) {
  int x = klee_int("x");
  klee_assume((x >= 0) & (x < 16777220));
  if ((int)(float)x != x)
    return 1;
  return 0;
}
