//@ paths: 4
//@ paths single: 1
//@ brute: n in 0..3
// A list, and a pointer into it that depends on input.
#include <klee/klee.h>
#include <stdlib.h>
struct item { int value; struct item *next; };
int main(void) {
  struct item *all[4], *list = 0;
  for (int k = 0; k < 4; k++) {
    struct item *new = malloc(sizeof *new);
    new->value = 1 << k;
    new->next = list;
    list = all[k] = new;
  }
  unsigned char n;
  klee_make_symbolic(&n, 1, "n");
  klee_assume(n < 4);
  all[n]->value = 0;
  int sum = 0;
  for (struct item *p = list; p; p = p->next)
    sum += p->value;
  for (int k = 0; k < 16; k++)
    if (sum == k)
      return k;
  return 99;
}
