//@ options: --check=uninitialised
//@ exhaustive: no
//@ exhaustive plane: yes
//@ paths: 3
//@ exit: 0,1
#include <klee/klee.h>
int main(void) {
  int a[100];
  unsigned char i;
  klee_make_symbolic(&i, 1, "i");
  klee_assume(i < 100);
  for (int k = 0; k < 100; k++)
    if (k != 57)
      a[k] = k;
  if (a[i] == 3) //~ FAULT uninitialised-use: a 400-byte local a
    return 1;
  return 0;
}
