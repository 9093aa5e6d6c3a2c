//@ options: --check=uninitialised
//@ paths: 2
//@ exit: 0,5
#include <klee/klee.h>
struct bits {
  unsigned a : 3, b : 5, c : 20;
};
int main(void) {
  struct bits s;
  unsigned char x;
  klee_make_symbolic(&x, 1, "x");
  s.b = x;
  s.a = 5;
  if (s.b == 9)
    return s.a;
  return 0;
}
