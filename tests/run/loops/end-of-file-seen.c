//@ exit: 1
//@ options: --check=infinite-loop
#include <klee/klee.h>
// The end of the input ends the loop.
#include <unistd.h>
int main(void) {
  unsigned char x;
  char c;
  klee_make_symbolic(&x, 1, "x");
  int tries = 0;
  while (read(0, &c, 1) != 1 && tries < 40)
    tries += 1 + (x == 0);
  return tries > 0;
}
