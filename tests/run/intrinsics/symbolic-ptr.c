//@ by-number
//@ paths: 2
//@ exit: 0,1
#include <stddef.h>
#include <klee/klee.h>
int main(void) {
  void *p = klee_symbolic_ptr();
  if (p == NULL)
    return 1;
  return 0;
}
