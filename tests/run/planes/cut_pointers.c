// A byte is written where pointers are: what it does not meet stays a pointer, what it meets is a number, on one path.
//@ by-number
//@ brute: i in 0..15
#include <klee/klee.h>
#include <string.h>

static int a = 1, b = 2;

int main(void) {
  unsigned char i;
  klee_make_symbolic(&i, 1, "i");
  klee_assume(i < 16);
  int *p[2] = {&a, &b};
  unsigned char *bytes = (unsigned char *)p, old = bytes[i];
  bytes[i] = 0;
  if (i < 8) return *p[1];
  bytes[i] = old;
  return *p[1];
}
