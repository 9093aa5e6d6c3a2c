// A call through a pointer of another type: an argument too many, one too few, one of another type, and
// a result of another type.
//@ replay: off such calls do no harm natively
//@ exit: 0,3
#include <klee/klee.h>

static int one(int a) { return a; }
static int two(int a, int b) { return a + b; }
static int real(double a) { return a > 1; }
static void none(int *a) { *a = 3; }
static int address(const char *text) { return text[0]; }

typedef int (*unary)(int);

int main(void) {
  unsigned char x;
  int out = 0;
  klee_make_symbolic(&x, 1, "x");
  unary f = one;
  switch (x) {
  case 1: f = (unary)two; break;
  case 2: f = (unary)real; break;
  case 3: return ((int (*)(int, int))one)(1, 2); //~ FAULT mismatched-call: call with 2 arguments of a function that takes 1
  case 4: return ((int (*)(int *))none)(&out); //~ FAULT mismatched-call: result
  case 5: none(&out); return out;
  case 6: return ((int (*)(void *))address)("");
  }
  return f(0); //~ FAULT mismatched-call: argument 1 has another type //~ FAULT mismatched-call: call with 1 arguments
}
