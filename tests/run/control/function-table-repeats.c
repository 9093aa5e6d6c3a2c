//@ paths: 2
//@ exit: 1,2
//@ brute: i in 0..255
#include <klee/klee.h>
static int one(void) { return 1; }
static int two(void) { return 2; }
// Four entries, two functions: two paths.
int main(void) {
  int (*const table[])(void) = {one, two, one, two};
  unsigned char i;
  klee_make_symbolic(&i, 1, "i");
  klee_assume(i < 4);
  return table[i]();
}
