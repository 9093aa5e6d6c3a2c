//@ options: --check=uninitialised
//@ paths: 3
//@ exit: 0
#include <klee/klee.h>
int main(void) {
  unsigned char c;
  int x, y;
  klee_make_symbolic(&c, 1, "c");
  if (c == 1) {
    if (x) //~ FAULT uninitialised-use: a 4-byte local x
      return 1;
  } else if (c == 2) {
    if (y) //~ FAULT uninitialised-use: a 4-byte local y
      return 1;
  }
  return 0;
}
