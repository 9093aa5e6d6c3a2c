// As free_one_of.c, with a plain list of all writes.
//@ memory: plane
//@ options: --plane-store=naive
//@ brute: i in 0..4, j in 0..3
#include <klee/klee.h>
#include <stdlib.h>

static int tell(int x) {
  for (int v = 0; v < 100; v++) if (x == v) return v;
  return 100;
}

int main(void) {
  unsigned char i, j;
  klee_make_symbolic(&i, 1, "i");
  klee_make_symbolic(&j, 1, "j");
  klee_assume(i < 5 & j < 4);
  int *p[4];
  for (int k = 0; k < 4; k++) {
    p[k] = malloc(sizeof(int));
    *p[k] = k;
  }
  int *one = i == 4 ? NULL : p[i];
  free(one);
  if (i == 0 && j == 1) {
    free(p[1]);
    return 1;
  }
  if (j == 2) {
    free(p[2]); //~ FAULT double-free
    return 2;
  }
  if (j == 3) return 3;
  return tell(*p[j] + 10); //~ FAULT use-after-free
}
