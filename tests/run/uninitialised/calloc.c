//@ options: --check=uninitialised
//@ paths: 2
//@ exit: 0,1
#include <klee/klee.h>
#include <stdlib.h>
int main(void) {
  unsigned char i;
  klee_make_symbolic(&i, 1, "i");
  klee_assume(i < 40);
  char *p = calloc(40, 1);
  p[3] = 1;
  int found = p[i];
  if (found)
    return 1;
  free(p);
  return 0;
}
