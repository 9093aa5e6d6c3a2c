//@ paths: 3
//@ exit: 0,1,2
#include <string.h>
#include <klee/klee.h>
// Two zeros that compare equal.
int main(void) {
  float x;
  unsigned bits;
  klee_make_symbolic(&x, sizeof x, "x");
  memcpy(&bits, &x, sizeof bits);
  if (x == 0) {
    if (bits == 0)
      return 1;
    return 2;
  }
  return 0;
}
