//@ paths: 5
//@ exit: 0,1,2,3,4
#include <setjmp.h>
#include <klee/klee.h>
// Jumps back until the counter has reached x.
int main(void) {
  jmp_buf again;
  volatile int count = 0;
  unsigned char x;
  klee_make_symbolic(&x, 1, "x");
  klee_assume(x < 5);
  setjmp(again);
  if (count < x) {
    count++;
    longjmp(again, 1);
  }
  return count;
}
