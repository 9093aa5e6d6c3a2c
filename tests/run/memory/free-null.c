//@ paths: 2
//@ exit: 0
#include <stdlib.h>
#include <klee/klee.h>
int main(void) {
  unsigned char c;
  klee_make_symbolic(&c, 1, "c");
  char *p = NULL;
  if (c == 1)
    p = malloc(1);
  free(p);
  return 0;
}
