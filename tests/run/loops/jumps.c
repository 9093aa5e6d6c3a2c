//@ exit: 0
//@ paths: 2
//@ options: --check=infinite-loop
#include <klee/klee.h>
// setjmp is returned to for ever.
#include <setjmp.h>
int main(void) {
  unsigned char x;
  jmp_buf back;
  klee_make_symbolic(&x, 1, "x");
  int times = setjmp(back); //~ FAULT infinite-loop
  if (x == 4)
    longjmp(back, times ? 1 : 2);
  return 0;
}
