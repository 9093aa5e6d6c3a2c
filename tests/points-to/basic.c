// Copies, addresses, loads and stores; a local that is as good as a register, and one that is not.
#include "check.h"

int a, b, c;
int *g;

static int *choose(int which, int *x, int *y) {
  return which ? x : y;
}

int main(int argc, char **argv) {
  int *p = &a;
  check(p); //~ points-to: a
  int *q = argc > 1 ? &b : p;
  check(q); //~ points-to: a b c
  int **pp = &q;
  check(pp); //~ points-to: q
  *pp = &c;
  check(q); //~ points-to: a b c
  check(*pp); //~ points-to: a b c
  g = p;
  check(g); //~ points-to: a
  check(choose(argc, &a, &c)); //~ points-to: a c
  check(argv); //~ points-to: environment
  check(argv[1]); //~ points-to: environment
  check("text"); //~ points-to: constants
  check((int *)0); //~ points-to:
  return 0;
}
