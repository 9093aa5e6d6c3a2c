// Nothing depends on what is read, but the element that is read is out of bounds in some round.
//@ brute: n in 0..12
#include <klee/klee.h>

static const unsigned char order[12] = {0, 1, 2, 3, 4, 3, 2, 5, 1, 0, 0, 0};

int main(void) {
  unsigned char a[12], b[5] = {1, 2, 3, 4, 5};
  unsigned char n;
  klee_make_symbolic(&n, 1, "n");
  klee_assume(n <= 12);
  for (int i = 0; i < n; i++) {
    a[i] = 1;
    (void)*(volatile unsigned char *)&b[order[i]]; //~ FAULT out-of-bounds
  }
  return n > 3 && a[3] != 1;
}
