//@ paths: 2
//@ exit: 0
#include <klee/klee.h>
int main(void) {
  static char mutable[4] = "abc";
  unsigned char i;
  klee_make_symbolic(&i, 1, "i");
  char *p = mutable;
  if (i == 7)
    p = (char *)"abc";
  p[1] = 'x'; //~ FAULT read-only-write
  return 0;
}
