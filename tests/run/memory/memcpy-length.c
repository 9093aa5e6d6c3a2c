//@ exit: 0
#include <assert.h>
#include <string.h>
#include <klee/klee.h>
// A symbolic length: too long is a fault, and byte 3 is copied exactly if n > 3.
int main(void) {
  static const char from[16] = "0123456789abcde";
  char to[8] = {0};
  unsigned char n;
  klee_make_symbolic(&n, 1, "n");
  klee_assume(n <= 10);
  memcpy(to, from, n); //~ FAULT out-of-bounds
  assert((to[3] == '3') == (n > 3));
  return 0;
}
