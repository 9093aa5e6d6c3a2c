//@ opt: 0
#include <setjmp.h>
static jmp_buf buffer;
static int set(void) { return setjmp(buffer); }
int main(void) {
  if (set() == 0)
    longjmp(buffer, 1); //~ FAULT longjmp to a call that has returned
  return 0;
}
