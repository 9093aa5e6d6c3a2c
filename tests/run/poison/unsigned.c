//@ options: --check=poison
//@ paths: 2
//@ exit: 0,1
// Unsigned numbers wrap, and so do bytes, which are computed as int and cut.
#include <klee/klee.h>
int main(void) {
  unsigned x;
  unsigned char c;
  klee_make_symbolic(&x, sizeof x, "x");
  c = x;
  c += 200;
  klee_assume(x + 7 < 100);
  if (x * 3 + c < 300)
    return 0;
  return 1;
}
