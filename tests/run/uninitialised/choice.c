//@ options: --check=uninitialised
//@ paths: 2
//@ exit: 1
#include <klee/klee.h>
int main(void) {
  unsigned char c;
  int x, y;
  klee_make_symbolic(&c, 1, "c");
  y = c == 9 ? 1 : x;
  if (y) //~ FAULT uninitialised-use: a 4-byte local x
    return 1;
  return 0;
}
