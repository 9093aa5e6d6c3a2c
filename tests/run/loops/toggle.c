//@ exit: 0,1
//@ options: --check=infinite-loop
#include <klee/klee.h>
// A bit that is switched to and fro, with a counter in another object.
struct both { int bit; long rounds; };
int main(void) {
  unsigned char x;
  struct both *b, one = {0, 0};
  klee_make_symbolic(&x, 1, "x");
  b = &one;
  do {
    b->bit ^= 1;
    b->rounds++;
  } while (b->rounds < 120 + (x == 1));
  return b->bit;
}
