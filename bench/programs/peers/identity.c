// An identity of elementary algebra on two bytes.
#include <assert.h>
#include <klee/klee.h>
int main(void) {
  unsigned char a, b;
  klee_make_symbolic(&a, 1, "a");
  klee_make_symbolic(&b, 1, "b");
  int x = a, y = b;
  if ((x + y) * (x - y) != x * x - y * y)
    assert(0);
  return 0;
}
