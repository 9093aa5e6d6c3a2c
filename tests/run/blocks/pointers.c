// Pointers that are copied whole keep their objects, however many are copied.
//@ paths: 3
//@ paths single: 1
//@ brute: n in 0..4, k in 0..3
#include <klee/klee.h>
#include <string.h>

int main(void) {
  int x[4] = {10, 20, 30, 40}, y = 50;
  int *from[4] = {&x[0], &x[1], &x[2], &x[3]}, *to[4] = {&y, &y, &y, &y};
  unsigned n, k;
  klee_make_symbolic(&n, sizeof n, "n");
  klee_make_symbolic(&k, sizeof k, "k");
  klee_assume(n <= 4);
  klee_assume(k < 4);
  memcpy(to, from, n * sizeof *to);
  *to[k] += 1;
  klee_assert(y + x[0] + x[1] + x[2] + x[3] == 151);
  if (y == 51) return 1;
  if (x[2] == 31) return 2;
  return 3;
}
