//@ paths: 4
//@ exit: 0,1,2,3
//@ brute: x in 0..255
#include <klee/klee.h>
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, sizeof x, "x");
  int r = 0;
  switch (x) {
  case 3:
    r++;
    __attribute__((fallthrough));
  case 2:
    r++;
    __attribute__((fallthrough));
  case 1:
    r++;
  }
  return r;
}
