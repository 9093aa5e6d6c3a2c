//@ paths: 5
//@ exit: 1,2,3,4,5
#include <klee/klee.h>
int main(void) {
  int x;
  klee_make_symbolic(&x, sizeof x, "x");
  switch (x) {
  case -2147483647 - 1: return 1;
  case -1: return 2;
  case 1000000: return 3;
  case 2147483647: return 4;
  }
  return 5;
}
