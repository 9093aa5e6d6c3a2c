//@ paths: 8
//@ exit: 0,1,2,3
#include <klee/klee.h>
// The classic of software testing: no triangle, equilateral, isosceles, scalene.
int main(void) {
  unsigned char a, b, c;
  klee_make_symbolic(&a, 1, "a");
  klee_make_symbolic(&b, 1, "b");
  klee_make_symbolic(&c, 1, "c");
  if (a + b <= c || a + c <= b || b + c <= a)
    return 0;
  if (a == b && b == c)
    return 1;
  if (a == b || b == c || a == c)
    return 2;
  return 3;
}
