//@ options: --check=uninitialised
//@ paths: 2
#include <klee/klee.h>
#include <string.h>

int main(void) {
  char a[8], b[8];
  unsigned n;
  klee_make_symbolic(&n, sizeof n, "n");
  klee_assume(n <= 8);
  memset(a, 1, n);
  memcpy(b, a, 8);
  if (b[5] == 1) return 1; //~ FAULT uninitialised-use: a decision depends on an 8-byte local a
  return 0;
}
