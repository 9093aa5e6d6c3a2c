//@ paths: 4
//@ exit: 0,1,3,6
//@ brute: n in 0..255
#include <stdarg.h>
#include <klee/klee.h>
static int sum(int n, ...) {
  va_list list;
  va_start(list, n);
  int s = 0;
  for (int i = 0; i < n; i++)
    s += va_arg(list, int);
  va_end(list);
  return s;
}
int main(void) {
  unsigned char n;
  klee_make_symbolic(&n, 1, "n");
  klee_assume(n < 4);
  return sum(n, 1, 2, 3);
}
