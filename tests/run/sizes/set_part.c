// A part that begins and ends at unknown bytes, and what lies around it.
//@ brute: n in 0..16, m in 0..6, at in 0..3
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

static int tell(int x) {
  for (int v = 0; v < 100; v++) if (x == v) return v;
  return 100;
}

int main(void) {
  unsigned char n, m, at;
  klee_make_symbolic(&n, 1, "n");
  klee_make_symbolic(&m, 1, "m");
  klee_make_symbolic(&at, 1, "at");
  klee_assume(n <= 16 & m <= 6 & at <= 3);
  char a[24] = {0};
  memset(a + n + 1, 9, m);
  return tell(a[at == 0 ? n : at == 1 ? n + 1 : at == 2 ? n + m : n + m + 1]);
}
