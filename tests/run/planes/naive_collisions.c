// As collisions.c, with a plain list of all writes.
//@ memory: plane
//@ options: --plane-store=naive
//@ brute: i in 0..7, j in 0..7
#include <klee/klee.h>

static short a[8], b[8];

static int tell(int x) {
  for (int v = 0; v < 100; v++) if (x == v) return v;
  return 100;
}

int main(void) {
  unsigned char i, j;
  klee_make_symbolic(&i, 1, "i");
  klee_make_symbolic(&j, 1, "j");
  klee_assume(i < 8 & j < 8);
  for (int k = 0; k < 8; k++) {
    a[k] = k;
    b[k] = 10 * k;
  }
  short *both[2] = {a, b}, *p = both[i / 4];
  p[j] = 100;
  if (i == j) return tell((a[3] + b[3]) % 60);
  p[i] += 7;
  if (j > 5) return tell((p[2] + a[7] + b[6]) % 60);
  a[j] = b[i];
  return tell((a[5] + b[5] + p[7]) % 60);
}
