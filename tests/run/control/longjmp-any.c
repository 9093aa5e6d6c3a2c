//@ paths: 2
//@ exit: 3
//@ replay: off a buffer of other contents may do anything natively
#include <setjmp.h>
#include <klee/klee.h>
// A buffer of unknown contents: the one target there is, and one fault.
static jmp_buf buffer;
int main(void) {
  if (setjmp(buffer))
    return 3;
  klee_make_symbolic(&buffer, sizeof buffer, "buffer");
  longjmp(buffer, 1); //~ FAULT dead-jump
}
