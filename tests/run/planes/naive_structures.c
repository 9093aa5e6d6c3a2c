// As structures.c, with a plain list of all writes.
//@ memory: plane
//@ options: --plane-store=naive
//@ brute: i in 0..3, j in 0..3, k in 0..3
#include <klee/klee.h>
#include <string.h>

struct point { int x, y; long z; char name[4]; };
union word { int whole; short half[2]; unsigned char bytes[4]; };

static int tell(int x) {
  for (int v = 0; v < 100; v++) if (x == v) return v;
  return 100;
}

int main(void) {
  unsigned char i, j, k;
  klee_make_symbolic(&i, 1, "i");
  klee_make_symbolic(&j, 1, "j");
  klee_make_symbolic(&k, 1, "k");
  klee_assume(i < 4 & j < 4 & k < 4);
  struct point p[4];
  memset(p, 0, sizeof p);
  p[i].x = 10;
  p[j].z = 20;
  p[k].name[i] = 3;
  p[j].x += 5;
  union word u[4];
  memset(u, 0, sizeof u);
  u[i].whole = 0x01020304;
  u[j].half[1] = 0x0506;
  u[k].bytes[0] = 7;
  int sum = p[k].x + p[i].z + p[j].name[k] + u[j].bytes[0] + u[k].half[1] % 16 + u[i].whole % 8;
  return tell(sum % 60);
}
