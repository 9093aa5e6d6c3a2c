//@ paths: 3
//@ exit: 1,2,3
#include <setjmp.h>
#include <klee/klee.h>
// What longjmp passes on may be anything; a path for each decision about it, none for the jump.
static jmp_buf buffer;
int main(void) {
  volatile int x = klee_int("x");
  int value = setjmp(buffer);
  if (value == 0)
    longjmp(buffer, x);
  if (value == 1)
    return 1;
  if (value > 100)
    return 2;
  return 3;
}
