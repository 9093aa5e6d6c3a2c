//@ exit: 0
//@ paths: 2
//@ options: --check=infinite-loop
#include <klee/klee.h>
// An object changes its size to and fro.
#include <stdlib.h>
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, 1, "x");
  char *p = malloc(8);
  while (x == 9) { //~ FAULT infinite-loop
    p = realloc(p, 40);
    p = realloc(p, 8);
  }
  free(p);
  return 0;
}
