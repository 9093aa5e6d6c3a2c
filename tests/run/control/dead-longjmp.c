//@ paths: 2
//@ exit: 0
//@ replay: off undefined behaviour that no sanitizer sees
#include <setjmp.h>
#include <klee/klee.h>
static jmp_buf gone;
static __attribute__((noinline)) int set(void) { return setjmp(gone); }
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, 1, "x");
  set();
  if (x == 5)
    longjmp(gone, 1); //~ FAULT dead-jump
  return 0;
}
