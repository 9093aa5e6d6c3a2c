//@ paths: 2
//@ exit: 0,1
#include <stdlib.h>
#include <klee/klee.h>
int main(void) {
  short *v = malloc(6 * sizeof *v);
  for (int k = 0; k < 6; k++)
    v[k] = -k;
  unsigned char i;
  klee_make_symbolic(&i, 1, "i");
  klee_assume(i < 6);
  if (v[i] < -3)
    return 1;
  return 0;
}
