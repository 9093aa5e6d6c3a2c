// While arguments in memory are left, one of the wrong kind is not taken from there.
//@ replay: off natively the argument is whatever a register holds
//@ exit: 0,10
//@ also: -O1, any paths
#include <klee/klee.h>
#include <stdarg.h>
#include <stdio.h>

struct large {
  long a[4];
};

__attribute__((noinline)) static double asked(const char *kinds, ...) {
  va_list list;
  double all = 0;
  va_start(list, kinds);
  for (; *kinds; kinds++)
    switch (*kinds) {
    case 'i': all += va_arg(list, int); break; //~ FAULT out-of-bounds: (variable arguments)
    case 'd': all += va_arg(list, double); break; //~ FAULT out-of-bounds: (variable arguments)
    case 'l': all += va_arg(list, long double); break; //~ FAULT out-of-bounds: (variable arguments)
    default: all += va_arg(list, struct large).a[3];
    }
  va_end(list);
  return all;
}

int main(void) {
  struct large large = {{0, 0, 0, 100}};
  unsigned char x;
  char text[40];
  klee_make_symbolic(&x, 1, "x");
  switch (x) {
  // Integers in memory are no doubles.
  case 1: return asked("iiiiid", 1, 2, 3, 4, 5, 6, 7) > 0;
  case 2: return snprintf(text, sizeof text, "%d%d%d%f", 1, 2, 3, 4, 5) > 0; //~ FAULT out-of-bounds
  case 3: return asked("di", large, 1) > 0;
  // A structure or a long double is no integer and no double.
  case 4: return asked("i", large) > 0;
  case 5: return asked("ii", 1, 2.5L) > 0;
  case 6: return asked("d", 2.5L) > 0;
  // Beyond the last in memory.
  case 7: return asked("iil", 1, 2) > 0;
  // As they were passed, registers full, left and mixed.
  case 10: return asked("iiiiiii", 1, 2, 3, 4, 5, 6, 7) == 28 ? 10 : 11;
  case 11: return asked("sidl", large, 1, 2.5, 3.5L) == 107 ? 10 : 12;
  case 12: return asked("dddddddddi", 1., 2., 3., 4., 5., 6., 7., 8., 9., 10) == 55 ? 10 : 13;
  case 13: return asked("iiiiiidls", 1, 2, 3, 4, 5, 6, 7., 8.L, large) == 136 ? 10 : 14;
  case 14: return asked("lisdildsi", 1.L, 2, large, 3., 4, 5.L, 6., large, 7) == 228 ? 10 : 15;
  default: return 0;
  }
}
