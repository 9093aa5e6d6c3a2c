//@ paths: 16
//@ exit: 0,1,2,3,4
#include <klee/klee.h>
// Four independent conditions: 2^4 paths.
int main(void) {
  char a, b, c, d;
  klee_make_symbolic(&a, 1, "a");
  klee_make_symbolic(&b, 1, "b");
  klee_make_symbolic(&c, 1, "c");
  klee_make_symbolic(&d, 1, "d");
  int n = 0;
  if (a) n++;
  if (b) n++;
  if (c) n++;
  if (d) n++;
  return n;
}
