//@ exit: 0
//@ paths: 2
//@ also: -O1, any paths
//@ options: --check=infinite-loop
#include <klee/klee.h>
// What is allocated in each round is freed in it.
#include <stdlib.h>
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, 1, "x");
  while (x == 9) { //~ FAULT infinite-loop
    char *p = malloc(100);
    p[3] = 1;
    free(p);
  }
  return 0;
}
