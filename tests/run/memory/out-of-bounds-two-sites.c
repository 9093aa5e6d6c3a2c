//@ paths: 3
//@ tests: 3
//@ exit: 0
#include <klee/klee.h>
// Reads eight, writes four: for i in 4..7 the write is wrong, for 8 the read.
int main(void) {
  volatile char from[8] = {0}, to[4];
  unsigned char i;
  klee_make_symbolic(&i, 1, "i");
  klee_assume(i <= 8);
  char c = from[i]; //~ FAULT out-of-bounds
  to[i] = c; //~ FAULT out-of-bounds
  return 0;
}
