// After a merge it is not known how far a list has been read: the next integer is there or not.
//@ exit: 3
//@ replay: off natively the argument is whatever a register holds
#include <klee/klee.h>
#include <stdarg.h>

struct large {
  long a[4];
};

__attribute__((noinline)) static int sum(int skip, ...) {
  va_list list;
  int all = 0;
  va_start(list, skip);
  klee_open_merge();
  if (skip)
    all = va_arg(list, int);
  klee_close_merge();
  all += va_arg(list, int);
  all += va_arg(list, int); //~ FAULT out-of-bounds: (variable arguments), which has no bytes there
  all += va_arg(list, double);
  va_end(list);
  return all;
}

int main(void) {
  struct large large = {{0}};
  int skip;
  klee_make_symbolic(&skip, sizeof skip, "skip");
  return sum(skip, 1, 2, 0.5, large);
}
