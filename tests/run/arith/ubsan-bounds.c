//@ cflags: -fsanitize=bounds
//@ paths: 2
//@ exit: 0
#include <klee/klee.h>
// Inside the object, outside the member: only the compiler's check sees it.
static struct { char a[4], b[4]; } s;
int main(void) {
  unsigned char i;
  klee_make_symbolic(&i, 1, "i");
  klee_assume(i < 8);
  s.a[i] = 1; //~ FAULT out-of-bounds
  return 0;
}
