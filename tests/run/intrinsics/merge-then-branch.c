//@ paths: 2
//@ exit: 0,1
#include <klee/klee.h>
// Three paths merge; one question afterwards.
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, 1, "x");
  int kind;
  klee_open_merge();
  if (x < 10)
    kind = 1;
  else if (x < 20)
    kind = 2;
  else
    kind = 3;
  klee_close_merge();
  if (kind == 2)
    return 1;
  return 0;
}
