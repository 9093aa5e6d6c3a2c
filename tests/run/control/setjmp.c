//@ paths: 3
//@ exit: 0,1,2
#include <setjmp.h>
#include <klee/klee.h>
static jmp_buf out;
static void deep(int x) {
  if (x > 200)
    longjmp(out, 1);
  if (x < 50)
    longjmp(out, 2);
}
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, 1, "x");
  int r = setjmp(out);
  if (r)
    return r;
  deep(x);
  return 0;
}
