//@ paths: 4
//@ exit: 0,1,2,3
#include <stdlib.h>
#include <klee/klee.h>
int main(void) {
  char *v = malloc(3);
  klee_make_symbolic(v, 3, "v");
  for (int i = 0; i < 3; i++)
    if (v[i] != 1)
      return i;
  return 3;
}
