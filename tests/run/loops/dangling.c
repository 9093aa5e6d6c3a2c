//@ exit: 0
//@ options: --check=infinite-loop
#include <klee/klee.h>
// A dangling pointer of the same number is not the pointer that was there.
#include <stdlib.h>
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, 1, "x");
  void *p = malloc(8), *q;
  int rounds = 0;
  while (rounds < 40) {
    q = p;
    free(q);
    p = malloc(8);
    rounds += 1 + (x == 1);
  }
  free(p);
  return 0;
}
