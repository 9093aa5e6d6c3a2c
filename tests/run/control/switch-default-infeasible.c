//@ paths: 4
//@ exit: 0,1,2,3
//@ brute: x in 0..255
#include <stdlib.h>
#include <klee/klee.h>
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, sizeof x, "x");
  switch (x & 3) {
  case 0: return 0;
  case 1: return 1;
  case 2: return 2;
  case 3: return 3;
  default: abort();
  }
}
