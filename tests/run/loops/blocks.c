//@ exit: 0
//@ paths: 2
//@ options: --check=infinite-loop
#include <klee/klee.h>
// Reduced from a bug of tail: what is left is counted down by what was read, which is nothing.
#include <unistd.h>
int main(void) {
  unsigned char x;
  char block[16];
  klee_make_symbolic(&x, 1, "x");
  long left = x == 1 ? 10 : 0;
  while (left > 0) { //~ FAULT infinite-loop
    long got = read(0, block, sizeof block);
    if (got < 0)
      return 1;
    left -= got;
  }
  return 0;
}
