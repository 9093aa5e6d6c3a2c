//@ also: -O1, any paths
//@ paths: 2
//@ exit: 0
#include <assert.h>
#include <stdint.h>
#include <klee/klee.h>
// The tag says which object it is.
int main(void) {
  long a = 10, b = 20;
  char c;
  klee_make_symbolic(&c, 1, "c");
  uintptr_t tagged = c ? (uintptr_t)&a | 1 : (uintptr_t)&b | 2;
  long *p = (long *)(tagged & ~3ul);
  assert(*p == ((tagged & 3) == 1 ? 10 : 20));
  return 0;
}
