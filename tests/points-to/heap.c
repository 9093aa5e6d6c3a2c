// Allocation sites, wrappers of malloc, realloc.
//@ classes: heap@19 | heap@20 heap@24
#include "check.h"

static void *must(size_t n) {
  void *p = malloc(n); // line 6
  if (!p) __builtin_trap();
  return p;
}

static void *zeroed(size_t n) {
  char *p = must(n); // line 12
  p[0] = 0;
  return p;
}

int main(int argc, char **argv) {
  int x;
  int **p = malloc(8); // line 19
  int **q = malloc(8); // line 20
  *p = &x;
  check(p); //~ points-to: heap@19
  check(q); //~ points-to: heap@20
  int **r = realloc(argc > 1 ? q : 0, 16); // line 24
  check(r); //~ points-to: heap@24
  *q = &argc;
  check(r[0]); //~ points-to: argc
  int **either = argc > 2 ? q : r;
  check(either); //~ points-to: heap@20 heap@24
  int *a = must(4); // line 30
  int *b = must(4); // line 31
  check(a); //~ points-to: heap@6
            //~ context1: heap@6<30
  check(b); //~ points-to: heap@6
            //~ context1: heap@6<31
  int *c = zeroed(4); // line 36
  int *d = zeroed(4); // line 37
  check(c); //~ context1: heap@6<12
            //~ context2: heap@6<12<36
  check(d); //~ context1: heap@6<12
            //~ context2: heap@6<12<37
  return 0;
}
