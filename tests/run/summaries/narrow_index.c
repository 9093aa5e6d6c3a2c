// An index of eight bits wraps around before the bound is met.
//@ options: --max-instructions=2000000
//@ exit: 0,1
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
  char *a = malloc(300);
  unsigned short n;
  klee_make_symbolic(&n, 2, "n");
  klee_assume(n <= 258);
  int rounds = 0;
  for (unsigned char i = 0; i < n; i++) {
    a[i] = 1;
    if (++rounds > 600) return 1;
  }
  return 0;
}
