//@ exit: 0
//@ options: --check=infinite-loop
#include <klee/klee.h>
// Each round leaves an object behind: memory grows, and the loop ends.
#include <stdlib.h>
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, 1, "x");
  static void *last;
  static int left = 150;
  while (left-- > (x == 1)) {
    void **p = malloc(16);
    *p = last;
    last = p;
  }
  return 0;
}
