//@ paths: 3
//@ exit: 0,1,2
#include <stdbool.h>
#include <klee/klee.h>
int main(void) {
  unsigned char x, y;
  klee_make_symbolic(&x, 1, "x");
  klee_make_symbolic(&y, 1, "y");
  int sum = !!x + !!y;
  switch (sum) {
  case 0: return 0;
  case 1: return 1;
  default: return 2;
  }
}
