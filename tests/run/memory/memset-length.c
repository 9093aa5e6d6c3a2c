//@ exit: 0
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <klee/klee.h>
int main(void) {
  unsigned char n;
  klee_make_symbolic(&n, 1, "n");
  klee_assume(n <= 9);
  char *p = calloc(8, 1);
  memset(p, 'x', n); //~ FAULT out-of-bounds
  int set = 0;
  for (int i = 0; i < 8; i++)
    set += p[i] == 'x';
  assert(set == n);
  return 0;
}
