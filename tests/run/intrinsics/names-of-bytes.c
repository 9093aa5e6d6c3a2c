// Names are bytes: those that are no text are in the test as they are, and apart from what they look like.
//@ paths: 4
//@ exit: 0,1,2,3
#include <klee/klee.h>
int main(void) {
  unsigned char a, b;
  klee_make_symbolic(&a, 1, "\xff\x80 \xc3");
  klee_make_symbolic(&b, 1, "\\xff\\x80 \\");
  int status = 0;
  if (a == 'a')
    status += 1;
  if (b == 'b')
    status += 2;
  return status;
}
