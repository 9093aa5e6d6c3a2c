#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
struct pair { long a; double b; };
struct point { float x, y; };
struct big { int n[7]; };
struct pair swap(struct pair p);
struct point mirror(struct point p);
long sum(struct big s);
signed char negated(signed char c);
long widened(signed char c);
long double twice(long double f);
int fails(void);
double many(int n, ...);
void keep(int *p);
void later(void);
struct node { struct node *next; int n; };
int total(struct node *l);
void relink(struct node **at, struct node *to);
int main(void) {
  struct pair p = swap((struct pair){ 41, 1.5 });
  assert(p.a == 42 && p.b == 3.0);
  struct point q = mirror((struct point){ 1, 2 });
  assert(q.x == 2 && q.y == 1);
  struct big b = { { 1, 2, 3, 4, 5, 6, 7 } };
  assert(sum(b) == 28);
  assert(negated(5) == -5 && widened(-3) == -3);
  assert(twice(1.25L) == 2.5L);
  errno = 3;
  assert(fails() == 3 && errno == 7);
  assert(many(2, 0.5, 1, 0.25, 2) == 3.75);
  int *x = malloc(2 * sizeof *x);
  x[0] = 1;
  keep(x);
  assert(x[0] == 1 && x[1] == 5);
  x[1] = 9;
  later();
  assert(x[0] == 6 && x[1] == 9);
  struct node c = { 0, 3 }, d = { &c, 4 };
  assert(total(&d) == 7 && c.n == 0 && d.next == &c);
  relink(&d.next, &d);
  assert(d.next->next == &d);
  puts("good");
  return 0;
}
