// Indirect calls, variable arguments, structs by value, recursion.
#include "check.h"
#include <stdarg.h>

int a, b, c;

static int *first(int *x, int *y) { return x; }
static int *second(int *x, int *y) { return y; }
static int *never(int *x, int *y) { return &c; }

typedef int *choice(int *, int *);
choice *const table[] = {first, second};
choice *spare = never;

static int *last(int n, ...) {
  va_list list;
  va_start(list, n);
  int *p = 0;
  for (int i = 0; i < n; i++) p = va_arg(list, int *);
  va_end(list);
  return p;
}

struct big { int *p[3]; long n; };
static int *from(struct big x) { return x.p[1]; }

static int *down(int n, int *x) { return n ? down(n - 1, &b) : x; }

int main(int argc, char **argv) {
  check(table[argc](&a, &b)); //~ points-to: a b
  choice *one = second;
  check(one(&a, &b)); //~ points-to: b
  check(last(2, &a, &c)); //~ points-to: a c
  struct big big = {{&a, &b, &c}};
  check(from(big)); //~ points-to: b
                    //~ together: a b c
  check(down(argc, &a)); //~ points-to: a b
  check((void *)spare); //~ points-to: never
  return 0;
}
