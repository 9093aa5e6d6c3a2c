//@ paths: 3
//@ exit: 0,1
#include <klee/klee.h>
static const int table[8] = {3, 1, 4, 1, 5, 9, 2, 6};
// In bounds or not, then one branch on what was read.
int main(void) {
  unsigned char i;
  klee_make_symbolic(&i, 1, "i");
  klee_assume(i <= 8);
  if (table[i] > 4) //~ FAULT out-of-bounds
    return 1;
  return 0;
}
