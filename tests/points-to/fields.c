// Fields of structs, of elements of arrays, of objects on the heap.
#include "check.h"

struct pair { int *first; int *second; };
struct nested { long n; struct pair inner; int *last; };

int a, b, c, d, e;
struct pair table[4] = {{&a, &b}, {&c, &b}};
struct nested global = {0, {&a, &b}, &c};

static void set(struct pair *p, int *x) { p->second = x; }

int main(int argc, char **argv) {
  struct pair one;
  one.first = &a;
  set(&one, &b);
  check(one.first); //~ points-to: a
                    //~ together: a b
  check(one.second); //~ points-to: b
                     //~ together: a b
  check(table[argc].first); //~ points-to: a c
                            //~ together: a b c
  check(table[argc].second); //~ points-to: b
  check(global.inner.second); //~ points-to: b
  check(global.last); //~ points-to: c
                      //~ together: a b c
  struct nested *h = malloc(sizeof *h);
  h->last = &d;
  h->inner = one;
  check(h); //~ points-to: heap@27
  check(h->inner.first); //~ points-to: a
                         //~ together: a b d
  check(h->inner.second); //~ points-to: b
  check(h->last); //~ points-to: d
  struct pair *many = calloc(argc, sizeof *many);
  for (int i = 0; i < argc; i++) {
    many[i].first = &d;
    many[i].second = &e;
  }
  check(many[2].first); //~ points-to: d
                        //~ together: d e
  check((many + argc)->second); //~ points-to: e
  int **middle = &h->last;
  check(((struct nested *)((char *)middle - offsetof(struct nested, last)))->inner.first); //~ points-to: a
  return 0;
}
