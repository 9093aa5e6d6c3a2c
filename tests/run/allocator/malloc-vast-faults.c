// An object of more than 4 GiB ends where it does, and is gone when it was freed.
//@ paths: 5
//@ exit: 0
#include <stdlib.h>
#include <klee/klee.h>

#define GIB ((size_t)1 << 30)

static char *volatile p;

int main(void) {
  int c = klee_range(0, 4, "c");
  size_t i;
  klee_make_symbolic(&i, sizeof i, "i");
  p = malloc(5 * GIB);
  if (!p)
    return 1;
  p[5 * GIB - 1] = 1;
  if (c == 1) {
    klee_assume(i >= 5 * GIB - 1);
    klee_assume(i <= 5 * GIB);
    p[i] = 1; //~ FAULT out-of-bounds: write of 1 byte at offset 5368709120
  }
  free(p);
  if (c == 2)
    p[5 * GIB - 1] = 1; //~ FAULT use-after-free: write at offset 5368709119
  if (c == 3)
    free(p); //~ FAULT double-free
  return 0;
}
