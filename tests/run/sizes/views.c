// One of two structures that know where their bytes are and how many.
//@ brute: n in 0..16, c in 0..1, d in 0..1
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

struct view { char *at; unsigned len; };

static int tell(int x) {
  for (int v = 0; v < 100; v++) if (x == v) return v;
  return 100;
}

int main(void) {
  unsigned char n, c, d;
  klee_make_symbolic(&n, 1, "n");
  klee_make_symbolic(&c, 1, "c");
  klee_make_symbolic(&d, 1, "d");
  klee_assume(n <= 16 & c <= 1 & d <= 1);
  struct view v[2] = {{malloc(n + 1), n + 1}, {malloc(2 * n + 1), 2 * n + 1}};
  for (int k = 0; k < 2; k++) memset(v[k].at, k + 1, v[k].len);
  return tell(v[c].at[v[c].len - 1 + d]); //~ FAULT out-of-bounds
}
