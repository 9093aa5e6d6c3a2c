// The upper half of a register that holds an int is nobody's.
//@ options: --check=uninitialised
//@ replay: off natively the upper half is what was left in the register
#include <klee/klee.h>
#include <stdarg.h>
#include <stdio.h>
#include <fcntl.h>

static long next(int n, ...) {
  va_list list;
  va_start(list, n);
  long value = va_arg(list, long);
  va_end(list);
  return value;
}

static int low(int n, ...) {
  va_list list;
  va_start(list, n);
  int value = va_arg(list, int);
  va_end(list);
  return value;
}

int main(void) {
  unsigned char x;
  char text[40];
  klee_make_symbolic(&x, 1, "x");
  switch (x) {
  case 1:
    if (next(1, 5L) == 5)
      return 1;
    break;
  case 2:
    if ((int)next(1, 5) == 5)
      return 1;
    break;
  case 3:
    if (next(1, 5) == 5) //~ FAULT uninitialised-use: (variable arguments)
      return 1;
    break;
  case 4:
    if (low(1, 5L) == 5)
      return 1;
    break;
  case 5:
    if (next(1, x) == 5) //~ FAULT uninitialised-use: (variable arguments)
      return 1;
    break;
  case 6:
    if (low(1, x) == 5)
      return 1;
    break;
  case 7: return snprintf(text, sizeof text, "%ld", 5); //~ FAULT uninitialised-use
  case 8: return fcntl(1, F_SETFD, FD_CLOEXEC);
  }
  return 0;
}
