//@ options: --check=uninitialised
//@ exhaustive: no
//@ exhaustive plane: yes
//@ paths: 2
//@ exit: 0
#include <klee/klee.h>
#include <string.h>
int main(void) {
  char b[32];
  unsigned char i;
  klee_make_symbolic(&i, 1, "i");
  klee_assume(i < 32);
  memset(b, 0, 20);
  if (b[i]) //~ FAULT uninitialised-use: a 32-byte local b
    return 1;
  return 0;
}
