//@ paths: 2
//@ exit: 0
#include <klee/klee.h>
int main(void) {
  int v[4] = {0};
  int i = klee_range(-1, 4, "i");
  v[i] = 1; //~ FAULT out-of-bounds
  return 0;
}
