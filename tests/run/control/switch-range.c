//@ paths: 4
//@ exit: 0,1,2,3
//@ brute: c in 0..255
#include <klee/klee.h>
// Ranges of cases become comparisons or many labels; either way there are four targets.
int main(void) {
  unsigned char c;
  klee_make_symbolic(&c, sizeof c, "c");
  switch (c) {
  case '0' ... '9': return 1;
  case 'a' ... 'f': return 2;
  case 'A' ... 'F': return 3;
  default: return 0;
  }
}
