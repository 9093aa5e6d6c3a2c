//@ paths: 1
//@ exit: 0
#include <assert.h>
#include <string.h>
#include <klee/klee.h>
// Two halves through integers of four bytes.
int main(void) {
  int x, *p = &x, *q;
  klee_make_symbolic(&x, sizeof x, "x");
  unsigned low, high;
  memcpy(&low, &p, 4);
  memcpy(&high, (char *)&p + 4, 4);
  memcpy((char *)&q + 4, &high, 4);
  memcpy(&q, &low, 4);
  *q ^= x;
  assert(x == 0);
  return 0;
}
