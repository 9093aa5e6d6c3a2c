// Constants are not written, however short the block may be.
//@ paths: 4
//@ brute: n in 0..3, to in 0..1
#include <klee/klee.h>
#include <string.h>

static const char constant[4] = "abc";

int main(void) {
  unsigned char n, to;
  klee_make_symbolic(&n, 1, "n");
  klee_make_symbolic(&to, 1, "to");
  klee_assume(n <= 3);
  klee_assume(to <= 1);
  char from[4] = "xyz";
  if (to)
    memset((char *)constant, 0, n); //~ FAULT read-only-write
  else
    memcpy((char *)constant, from, n); //~ FAULT read-only-write
  return 0;
}
