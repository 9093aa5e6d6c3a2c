//@ also: -O1, any paths
//@ exit: 0
//@ paths: 4
#include <klee/klee.h>
// In bounds of the longer array only: the shorter one is overrun for k in 4..7.
int main(void) {
  static const char a[8] = "seven..", b[4] = "tri";
  unsigned char c, k;
  klee_make_symbolic(&c, 1, "c");
  klee_make_symbolic(&k, 1, "k");
  klee_assume(c <= 1);
  klee_assume(k < 10);
  const volatile char *p;
  if (c)
    p = a;
  else
    p = b;
  if (p[k] == '?') //~ FAULT out-of-bounds
    return 1;
  return 0;
}
