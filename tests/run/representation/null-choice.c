//@ also: -O1, any paths
//@ paths: 2
//@ exit: 3
#include <klee/klee.h>
int main(void) {
  volatile int x = 3;
  char c;
  klee_make_symbolic(&c, 1, "c");
  volatile int *p = c ? &x : 0;
  return *p; //~ FAULT null-dereference
}
