// Objects of more than 4 GiB take what is written, at known offsets and unknown ones, on each path its own.
//@ paths: 4
//@ exit: 0,1,2,3
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <klee/klee.h>

#define GIB ((size_t)1 << 30)

int main(void) {
  unsigned char c = klee_range(0, 4, "c");
  size_t i;
  klee_make_symbolic(&i, sizeof i, "i");
  klee_assume(i < 6 * GIB);
  char *p = malloc(5 * GIB), *zeros = calloc(6, GIB);
  if (!p || !zeros)
    return 10;
  memcpy(p + 4 * GIB - 4, "strata", 7);
  p[4 * GIB + 100] = 3;
  *(char **)(p + 2 * GIB) = zeros + GIB;
  if (c == 1)
    p[4 * GIB + 100] = 4;
  if (p[4 * GIB + 100] != 3 + (c == 1) || strcmp(p + 4 * GIB - 4, "strata") || zeros[5 * GIB])
    return 11;
  if (*(char **)(p + 2 * GIB) != zeros + GIB)
    return 15;
  zeros[7] = 1;
  zeros[i] = 9;
  if (zeros[i] != 9)
    return 12;
  if (c == 2)
    return zeros[7] == (i == 7 ? 9 : 1) ? 2 : 13;
  if (c == 3)
    return zeros[5 * GIB] == (i == 5 * GIB ? 9 : 0) ? 3 : 14;
  free(p);
  free(zeros);
  return c == 1;
}
