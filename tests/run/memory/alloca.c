//@ paths: 1
//@ exit: 0
#include <alloca.h>
#include <assert.h>
#include <klee/klee.h>
int main(void) {
  unsigned char n;
  klee_make_symbolic(&n, 1, "n");
  klee_assume(n >= 2);
  klee_assume(n <= 12);
  char *p = alloca(n);
  p[0] = 1;
  p[n - 1] = 2;
  assert(p[0] == 1);
  return 0;
}
