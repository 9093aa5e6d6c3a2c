// The stack shows what each call was given, also after the parameters have changed.
//@ opt: 0
//@ trace: at inner(p=&table+8, n=40, c=4294967294) (
//@ trace: at middle(h=&<heap>, &.str, 5) (
//@ trace: at outer(x=7) (
#include <stdarg.h>
#include <stdlib.h>
static int table[4];
static int inner(int *p, int n, int c) {
  int *q = p + n;
  p = 0;
  n = 0;
  return *q + c; //~ FAULT out of bounds
}
static int middle(int *h, ...) {
  h = 0;
  return inner(table + 2, 40, -2);
}
static int outer(int x) {
  int *h = malloc(16);
  x = 0;
  return middle(h, "two", 5);
}
int main(void) { return outer(7); }
