//@ options: --check=uninitialised
//@ exhaustive: no
//@ exhaustive plane: yes
//@ memory: all but split
//@ paths: 2
//@ exit: 1
#include <klee/klee.h>
int main(void) {
  int a[100];
  unsigned char i;
  klee_make_symbolic(&i, 1, "i");
  klee_assume(i < 100);
  a[i] = 1;
  if (a[57]) //~ FAULT uninitialised-use: a 400-byte local a
    return 1;
  return 0;
}
