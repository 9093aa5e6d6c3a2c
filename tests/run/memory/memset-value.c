//@ paths: 1
//@ exit: 0
#include <assert.h>
#include <string.h>
#include <klee/klee.h>
int main(void) {
  unsigned char x;
  unsigned v[3];
  klee_make_symbolic(&x, 1, "x");
  memset(v, x, sizeof v);
  assert(v[2] == x * 0x01010101u);
  return 0;
}
