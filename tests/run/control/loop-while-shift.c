//@ paths: 9
//@ exit: 0,1,2,3,4,5,6,7,8
//@ brute: x in 0..255
#include <klee/klee.h>
// The length of a number in bits: a path for each length 0 to 8.
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, sizeof x, "x");
  int bits = 0;
  while (x) {
    x >>= 1;
    bits++;
  }
  return bits;
}
