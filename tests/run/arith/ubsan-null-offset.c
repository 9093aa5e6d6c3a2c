//@ cflags: -fsanitize=pointer-overflow
//@ exhaustive: yes
#include <klee/klee.h>
static char *volatile null;
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, 1, "x");
  char *p = null + (x & 1); //~ FAULT bad-pointer: applying zero offset to null pointer
  return p != 0;
}
