//@ paths: 2
//@ exit: 0,1
//@ brute: x in 0..255
#include <klee/klee.h>
// A table of squares, looked up and searched backwards by the solver.
int main(void) {
  static unsigned short squares[256];
  for (int i = 0; i < 256; i++)
    squares[i] = i * i;
  unsigned char x;
  klee_make_symbolic(&x, 1, "x");
  if (squares[x] == 30625)
    return 1;
  return 0;
}
