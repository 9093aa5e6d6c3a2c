//@ options: --check=leaks
//@ paths: 2
//@ exit: 0
#include <stdlib.h>
#include <klee/klee.h>
int main(void) {
  unsigned char c;
  klee_make_symbolic(&c, 1, "c");
  char *p = malloc(10); //~ FAULT leak
  if (c == 3)
    p = NULL;
  free(p);
  return 0;
}
