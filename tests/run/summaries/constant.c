// The array must not be written.
//@ paths: 2
//@ brute: n in 0..8
#include <klee/klee.h>
#include <stdlib.h>

static const char a[8] = "abcdefg";

int main(void) {
  unsigned char n;
  klee_make_symbolic(&n, 1, "n");
  klee_assume(n <= 8);
  char *p = (char *)a;
  for (unsigned i = 0; i < n; i++)
    p[i] = 1; //~ FAULT read-only-write
  return 0;
}
