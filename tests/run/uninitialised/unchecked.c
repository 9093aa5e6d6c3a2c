//@ paths: 2
//@ exit: 0,1
//@ exhaustive: no
//@ by-number
#include <klee/klee.h>
int main(void) {
  int x;
  if (x == 3)
    return 1;
  return 0;
}
