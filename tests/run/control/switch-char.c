//@ paths: 4
//@ exit: 0,1,2,3
//@ brute: c in 0..255
#include <klee/klee.h>
// A signed char: -1 is the byte 255.
int main(void) {
  signed char c;
  klee_make_symbolic(&c, sizeof c, "c");
  switch (c) {
  case -1: return 1;
  case 0: return 2;
  case 127: return 3;
  default: return 0;
  }
}
