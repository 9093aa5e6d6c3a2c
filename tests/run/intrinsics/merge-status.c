//@ paths: 1
//@ exit: 4
#include <klee/klee.h>
// What a merge made one path, its status does not part again.
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, 1, "x");
  int y = 0;
  klee_open_merge();
  if (x < 100)
    y = 4;
  else
    y = 6;
  klee_close_merge();
  return y;
}
