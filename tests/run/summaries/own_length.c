// The loop overwrites its own bound.
//@ also: -O1, any paths
//@ brute: n in 0..12
#include <klee/klee.h>
#include <stdlib.h>

struct {
  char text[8];
  unsigned char n;
  char rest[7];
} s;

int main(void) {
  unsigned char n;
  klee_make_symbolic(&n, 1, "n");
  klee_assume(n <= 12);
  s.n = n;
  char *p = (char *)&s;
  int i;
  for (i = 0; i < s.n; i++) p[i] = 10;
  // Beyond eight elements, the bound becomes 10.
  klee_assert(i == (n <= 8 ? n : 10));
  return 0;
}
