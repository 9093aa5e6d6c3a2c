//@ paths: 3
//@ exit: 1,2,3
//@ brute: i in 0..255
#include <klee/klee.h>
static int one(void) { return 1; }
static int two(void) { return 2; }
static int three(void) { return 3; }
// A call through a table at a symbolic index: a path for each function.
int main(void) {
  int (*const table[])(void) = {one, two, three};
  unsigned char i;
  klee_make_symbolic(&i, 1, "i");
  klee_assume(i < 3);
  return table[i]();
}
