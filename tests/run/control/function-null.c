//@ paths: 3
//@ exit: 1,2
#include <klee/klee.h>
static int one(void) { return 1; }
static int two(void) { return 2; }
int main(void) {
  int (*const table[])(void) = {one, 0, two};
  unsigned char i;
  klee_make_symbolic(&i, 1, "i");
  klee_assume(i < 3);
  return table[i](); //~ FAULT invalid-function-pointer
}
