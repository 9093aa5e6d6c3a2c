//@ exit: 0
//@ paths: 2
//@ options: --check=infinite-loop
#include <klee/klee.h>
// A read that fails or finds the end of the input is tried again for ever.
#include <unistd.h>
int main(void) {
  unsigned char x;
  char c;
  klee_make_symbolic(&x, 1, "x");
  if (x == 3)
    while (read(0, &c, 1) != 1) //~ FAULT infinite-loop
      ;
  return 0;
}
