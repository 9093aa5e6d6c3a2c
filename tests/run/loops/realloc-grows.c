//@ exit: 0
//@ options: --check=infinite-loop
#include <klee/klee.h>
// It grows.
#include <stdlib.h>
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, 1, "x");
  char *p = malloc(8);
  int size = 8;
  while (size < 600 + (x == 9)) {
    size += 8;
    p = realloc(p, size);
  }
  free(p);
  return 0;
}
