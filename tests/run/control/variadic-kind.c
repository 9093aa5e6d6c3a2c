// An integer is not found where a double is asked for, nor the other way round; what travels alike is.
//@ exit: 0,10
//@ replay: off natively the argument is whatever a register holds
#include <klee/klee.h>
#include <stdarg.h>
#include <stdio.h>

__attribute__((noinline)) static int integers(int n, ...) {
  va_list list;
  int all = 0;
  va_start(list, n);
  for (int i = 0; i < n; i++)
    all += va_arg(list, int); //~ FAULT out-of-bounds: (variable arguments)
  va_end(list);
  return all;
}

__attribute__((noinline)) static double doubles(int n, ...) {
  va_list list;
  double all = 0;
  va_start(list, n);
  for (int i = 0; i < n; i++)
    all += va_arg(list, double); //~ FAULT out-of-bounds: (variable arguments)
  va_end(list);
  return all;
}

// The kinds are counted by themselves: natively, too, their order makes no difference.
__attribute__((noinline)) static double crossed(int n, ...) {
  va_list list;
  va_start(list, n);
  int i = va_arg(list, int);
  double d = va_arg(list, double);
  va_end(list);
  return i + d;
}

__attribute__((noinline)) static long alike(int n, ...) {
  va_list list;
  va_start(list, n);
  unsigned u = va_arg(list, unsigned);
  long p = va_arg(list, long);
  char *s = va_arg(list, char *);
  int low = va_arg(list, int);
  int c = va_arg(list, int);
  double f = va_arg(list, double);
  va_end(list);
  return u == 5 && *(char *)p == 'x' && *s == 'y' && low == 7 && c == 'c' && f == 2.5;
}

int main(void) {
  unsigned char x;
  char text[40];
  klee_make_symbolic(&x, 1, "x");
  switch (x) {
  case 1: return integers(2, 1, 2.5);
  case 2: return doubles(2, 1.5, 2) > 0;
  case 3: return snprintf(text, sizeof text, "%d %f", 1, 2); //~ FAULT out-of-bounds
  case 4: return snprintf(text, sizeof text, "%d", 2.5); //~ FAULT out-of-bounds
  case 5: return crossed(2, 2.5, 1) == 3.5 ? 10 : 11;
  case 6: return alike(6, 5, "x", (long)"y", 7L, (char)'c', 2.5f) ? 10 : 12;
  case 7: return snprintf(text, sizeof text, "%d %g %s %ld %c", 1, 2.5, "three", 4L, '5') == 15 ? 10 : 13;
  default: return 0;
  }
}
