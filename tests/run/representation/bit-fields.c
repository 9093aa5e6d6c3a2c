//@ also: -O1
//@ paths: 1
//@ exit: 0
#include <assert.h>
#include <klee/klee.h>
// The first assignment to a field reads the bits around it, which nothing has written yet.
struct fields { unsigned a : 3, b : 5, c : 9; int d : 4; };
int main(void) {
  unsigned char x, y;
  klee_make_symbolic(&x, 1, "x");
  klee_make_symbolic(&y, 1, "y");
  struct fields f;
  f.a = x;
  f.b = y;
  f.c = x + y;
  f.d = -3;
  assert(f.a == (x & 7));
  assert(f.b == (y & 31));
  assert(f.c == x + y);
  assert(f.d == -3);
  return 0;
}
