//@ brute: n in 1..4, at in 0..3
//@ paths: 4
//@ exit: 0
// Sizes that are not known, one after the other: what was written at unknown places stays, and is the new
// object's alone.
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
  unsigned char n, at;
  klee_make_symbolic(&n, 1, "n");
  klee_make_symbolic(&at, 1, "at");
  klee_assume((n >= 1) & (n <= 4));
  klee_assume(at < n);
  unsigned char *p = calloc(n, 1);
  for (int step = 1; step <= 5; step++) {
    p[at] += step;
    p = realloc(p, n + step);
    p[n + step - 1] = 100;
  }
  unsigned char sum = 0;
  for (int i = 0; i < n + 5; i++)
    sum += p[i];
  return sum == (unsigned char)(15 + 500) ? 0 : p[at] == 15 ? 1 : 2;
}
