//@ exit: 1,2
//@ paths: 2
//@ options: --check=infinite-loop
#include <klee/klee.h>
// A list of hundreds of nodes has an end.
#include <stdlib.h>
struct node { struct node *next; };
int main(void) {
  unsigned char x;
  struct node *all = 0;
  int count = 0;
  klee_make_symbolic(&x, 1, "x");
  for (int i = 0; i < 300; i++) {
    struct node *n = malloc(sizeof *n);
    n->next = all;
    all = n;
  }
  if (x > 9)
    all = all->next;
  while (all) {
    struct node *n = all;
    all = n->next;
    free(n);
    count++;
  }
  return count == 300 ? 1 : 2;
}
