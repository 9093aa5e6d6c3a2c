//@ paths: 4
//@ exit: 0,1,2,3
#include <klee/klee.h>
int main(void) {
  int r = 0;
  if (klee_choose(2))
    r += 1;
  if (klee_choose(2))
    r += 2;
  return r;
}
