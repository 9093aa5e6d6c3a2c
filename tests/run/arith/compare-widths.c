//@ paths: 2
//@ exit: 0,1
#include <klee/klee.h>
int main(void) {
  signed char a;
  klee_make_symbolic(&a, 1, "a");
  int b = klee_int("b");
  if (a == b)
    return 1;
  return 0;
}
