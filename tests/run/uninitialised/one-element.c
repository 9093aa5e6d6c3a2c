//@ options: --check=uninitialised
//@ exhaustive: no
//@ exhaustive plane: yes
//@ paths: 2
//@ exit: 1
#include <klee/klee.h>
int main(void) {
  int a[4];
  unsigned char i;
  klee_make_symbolic(&i, 1, "i");
  klee_assume(i < 4);
  a[i] = 1;
  if (a[2]) //~ FAULT uninitialised-use: a 16-byte local a
    return 1;
  return 0;
}
