//@ paths: 2
//@ paths single: 1
//@ exit: 3
#include <klee/klee.h>
// The tag is not looked at: a long is read from a char.
int main(void) {
  char c = 1;
  long l = 3;
  void *table[2] = {&c, &l};
  unsigned char i;
  klee_make_symbolic(&i, 1, "i");
  klee_assume(i < 2);
  return (int)*(long *)table[i]; //~ FAULT out-of-bounds
}
