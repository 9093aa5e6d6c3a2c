//@ options: --check=uninitialised
//@ paths: 2
//@ exit: 0
#include <klee/klee.h>
int main(void) {
  unsigned char c;
  int x;
  klee_make_symbolic(&c, 1, "c");
  if (c == 3 && x == 4) //~ FAULT uninitialised-use: a 4-byte local x
    return 1;
  return 0;
}
