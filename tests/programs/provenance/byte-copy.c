#include <stdio.h>
struct item { int n; int *p; char c; int *q; };
static void copy(void *to, const void *from, unsigned long n) {
  unsigned char *t = to;
  const unsigned char *f = from;
  while (n--) *t++ = *f++;
}
int main(void) {
  int a = 1, b = 2, *p = &a, *r;
  copy(&r, &p, sizeof r);
  *r = 5;
  struct item x = {1, &a, 'x', &b}, y;
  copy(&y, &x, sizeof y);
  *y.q += *y.p;
  char packed[40];
  copy(packed + 3, &x, sizeof x);
  copy(&y, packed + 3, sizeof y);
  *y.q += *y.p;
  printf("%d %d %d\n", a, b, y.c);
  return 0;
}
