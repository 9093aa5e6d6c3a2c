#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
struct pair { long a; double b; };
struct point { float x, y; };
struct big { int n[7]; };
struct pair swap(struct pair p) { struct pair q = { p.a + 1, p.b * 2 }; return q; }
struct point mirror(struct point p) { struct point q = { p.y, p.x }; return q; }
long sum(struct big s) { long n = 0; for (int i = 0; i < 7; i++) n += s.n[i]; return n; }
signed char negated(signed char c) { return -c; }
long widened(signed char c) { return c; }
long double twice(long double f) { return f * 2; }
int fails(void) { int was = errno; errno = 7; return was; }
double many(int n, ...) {
  va_list l; va_start(l, n); double d = 0;
  while (n--) { d += va_arg(l, double); d += va_arg(l, int); }
  va_end(l); return d;
}
static int *kept;
void keep(int *p) { kept = p; p[1] = 5; }
void later(void) { *kept = 6; }
struct node { struct node *next; int n; };
int total(struct node *l) { int n = 0; for (; l; l = l->next) { n += l->n; l->n = 0; } return n; }
void relink(struct node **at, struct node *to) { *at = to; }
void crash(void) { *(volatile int *)8 = 1; }
void scribble(char *s) { s[1] = 'X'; }
void *own(void) { return malloc(10); }
int first(const char *s) { return s[0]; }
int each(int (*f)(int, void *), void *data) { int n = 0; for (int i = 0; i < 3; i++) n += f(i, data); return n; }
