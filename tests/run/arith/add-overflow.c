//@ paths: 2
//@ exit: 0,1
#include <klee/klee.h>
int main(void) {
  int a = klee_int("a"), b = klee_int("b"), sum;
  if (__builtin_add_overflow(a, b, &sum))
    return 1;
  return 0;
}
