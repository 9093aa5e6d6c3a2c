// One number that is none of N others: a path for each, and one for the rest.
#include <klee/klee.h>

#ifndef N
#define N 1000
#endif

int main(void) {
  unsigned x;
  klee_make_symbolic(&x, sizeof x, "x");
  for (unsigned i = 0; i < N; i++)
    if (x == i * 7)
      return 1;
  return 0;
}
