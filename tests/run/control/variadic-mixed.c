// Registers in which nothing was passed are not there, with floats and integers in registers and arguments in memory
// at the same time.
//@ replay: off natively the argument is whatever a register holds
//@ exit: 0,10
//@ also: -O1, any paths
//@ also: -O2, any paths
#include <klee/klee.h>
#include <stdarg.h>
#include <stdio.h>

struct large {
  long a[4];
};
struct pair {
  long a, b;
};
struct mixed {
  long a;
  double b;
};

__attribute__((noinline)) static double take(const char *kinds, va_list list) {
  double all = 0;
  struct pair both;
  struct mixed each;
  for (; *kinds; kinds++)
    switch (*kinds) {
    case 'i': all += va_arg(list, int); break; //~ FAULT out-of-bounds: (variable arguments)
    case 'd': all += va_arg(list, double); break; //~ FAULT out-of-bounds: (variable arguments)
    case 'p': both = va_arg(list, struct pair), all += both.a + both.b; break; //~ FAULT out-of-bounds: (variable arguments)
    case 'm': each = va_arg(list, struct mixed), all += each.a + each.b; break; //~ FAULT out-of-bounds: (variable arguments)
    default: all += va_arg(list, struct large).a[3];
    }
  return all;
}

__attribute__((noinline)) static double asked(const char *kinds, ...) {
  va_list list;
  va_start(list, kinds);
  double all = take(kinds, list);
  va_end(list);
  return all;
}

// From a copy of the list, after one integer was taken.
__attribute__((noinline)) static double copied(const char *kinds, ...) {
  va_list list, copy;
  va_start(list, kinds);
  double all = va_arg(list, int);
  va_copy(copy, list);
  all += take(kinds, copy);
  va_end(copy);
  va_end(list);
  return all;
}

// Five general registers and all but one of the vector registers are taken by parameters.
__attribute__((noinline)) static double few(const char *kinds, long b, long c, long d, long e, double f, double g,
                                            double h, double i, double j, double k, double l, ...) {
  va_list list;
  va_start(list, l);
  double all = take(kinds, list) + (b + c + d + e) + (f + g + h + i + j + k + l);
  va_end(list);
  return all;
}

__attribute__((noinline)) static int printed(char *text, const char *format, ...) {
  va_list list;
  va_start(list, format);
  int all = vsnprintf(text, 40, format, list); //~ FAULT out-of-bounds
  va_end(list);
  return all;
}

int main(void) {
  struct large large = {{0, 0, 0, 100}};
  struct pair pair = {1, 2};
  struct mixed mixed = {1, 2.5};
  unsigned char x;
  char text[40];
  klee_make_symbolic(&x, 1, "x");
  switch (x) {
  // An integer where a double was passed.
  case 1: return asked("ii", 1, 2.5, large) > 0;
  case 2: return asked("i", 2.5, large) > 0;
  case 3: return asked("ii", 1, 2.5) > 0;
  case 4: return asked("ii", 1., 2., 3., 4., 5., 6., 7., 8., 9., 10) > 0;
  case 5: return copied("i", 1, 2.5, large) > 0;
  case 6: return few("ii", 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2.5) > 0;
  // A double where an integer was passed.
  case 11: return asked("dd", 1, 2.5, large) > 0;
  case 12: return asked("iiiiid", 1, 2, 3, 4, 5, 6) > 0;
  case 13: return copied("dd", 1, 2.5, large) > 0;
  case 14: return few("dd", 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 2.5) > 0;
  // A structure of which a part was passed.
  case 21: return asked("p", 1, 2.5, large) > 0;
  case 22: return asked("m", 1, large) > 0;
  case 23: return asked("m", 2.5, large) > 0;
  case 24: return asked("ip", 1, 2, 2.5, large) > 0;
  // Through the C library.
  case 31: return printed(text, "%d %d", 1, 2.5, large) > 0;
  case 32: return printed(text, "%f %f", 1, 2.5, large) > 0;
  case 33: return printed(text, "%s", 2.5, large) > 0;
  // As they were passed.
  case 41: return asked("idl", 1, 2.5, large) == 103.5 ? 10 : 11;
  case 42: return asked("pmdi", pair, mixed, 3.5, 4) == 14 ? 10 : 12;
  case 43: return asked("iiiipd", 1, 2, 3, 4, pair, 2.5) == 15.5 ? 10 : 13;
  case 44: return asked("iiiiimdd", 1, 2, 3, 4, 5, mixed, 2.5, 3.5) == 24.5 ? 10 : 14;
  case 45: return copied("dil", 1, 2.5, 2, large) == 105.5 ? 10 : 15;
  case 46: return few("didil", 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1, 1.5, 2, 2.5, 3, large) == 120 ? 10 : 16;
  case 47: return printed(text, "%d %g %s %g %d %d %d %d", 1, 2.5, "x", 3.5, 4, 5, 6, 7) == 19 ? 10 : 17;
  case 48: return asked("") == 0 ? 10 : 18;
  default: return 0;
  }
}
