//@ paths: 2
//@ exit: 0,1
#include <klee/klee.h>
// Types of different width and sign.
int main(void) {
  int a = klee_int("a");
  unsigned char small;
  if (__builtin_add_overflow(a, 250L, &small))
    return 1;
  return 0;
}
