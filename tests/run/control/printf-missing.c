// The functions of the library take no more arguments than were passed.
//@ replay: off natively the argument is whatever a register holds
#include <klee/klee.h>
#include <stdarg.h>
#include <stdio.h>

static int sum(int n, ...) {
  va_list list;
  int all = 0;
  va_start(list, n);
  for (int i = 0; i < n; i++)
    all += va_arg(list, int); //~ FAULT out-of-bounds
  va_end(list);
  return all;
}

static int late(int n, ...) {
  va_list list;
  va_start(list, n);
  int first = va_arg(list, int);
  va_end(list);
  return first + va_arg(list, int); //~ FAULT null-dereference
}

static int again(int n, ...) {
  va_list list, copy;
  va_start(list, n);
  va_copy(copy, list);
  int first = va_arg(list, int);
  va_end(list);
  va_start(list, n);
  first += va_arg(list, int) + va_arg(copy, int);
  va_end(list);
  va_end(copy);
  return first;
}

int main(void) {
  unsigned char x;
  char text[40];
  klee_make_symbolic(&x, 1, "x");
  switch (x) {
  case 1: return printf("%d %s\n", 1); //~ FAULT out-of-bounds
  case 2: return snprintf(text, sizeof text, "%d %d", 1); //~ FAULT out-of-bounds
  case 3: return sscanf("1 2", "%d %d", &(int){0}); //~ FAULT out-of-bounds
  case 4: return sum(2, 1, 2);
  case 5: return sum(3, 1, 2);
  case 6: return late(2, 1, 2);
  case 7: return again(1, 4);
  default: return 0;
  }
}
