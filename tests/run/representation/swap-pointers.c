//@ paths: 2
//@ exit: 0
#include <assert.h>
#include <klee/klee.h>
// Byte-wise swap on one of the two paths.
int main(void) {
  int a = 1, b = 2, *p = &a, *q = &b;
  char c;
  klee_make_symbolic(&c, 1, "c");
  if (c)
    for (unsigned i = 0; i < sizeof p; i++) {
      char t = ((char *)&p)[i];
      ((char *)&p)[i] = ((char *)&q)[i];
      ((char *)&q)[i] = t;
    }
  assert(*p + *q == 3);
  assert((p == &a) == (c == 0));
  return 0;
}
