//@ also: -O1
//@ paths: 1
//@ exit: 0
#include <assert.h>
#include <klee/klee.h>
int main(void) {
  int x, *p = &x, *q;
  klee_make_symbolic(&x, sizeof x, "x");
  for (int i = sizeof q; i-- > 0;)
    ((volatile char *)&q)[i] = ((volatile char *)&p)[i];
  assert(*q == x);
  return 0;
}
