//@ options: --check=uninitialised
//@ paths: 1
//@ exit: 0
#include <klee/klee.h>
static int table[40];
int main(void) {
  static char c;
  unsigned char i;
  klee_make_symbolic(&i, 1, "i");
  klee_assume(i < 40);
  if (table[i] || c)
    return 1;
  return 0;
}
