//@ options: --check=leaks
//@ paths: 3
//@ exit: 0
#include <stdlib.h>
#include <klee/klee.h>
// One fault for each place that made what was lost; a list is lost as a whole.
struct node { struct node *next; };
static struct node *make(struct node *next) {
  struct node *n = malloc(sizeof *n); //~ FAULT leak
  n->next = next;
  return n;
}
int main(void) {
  unsigned char c;
  klee_make_symbolic(&c, 1, "c");
  char *p = malloc(10); //~ FAULT leak
  if (c == 3)
    return 0;
  if (c == 4)
    make(make(NULL));
  free(p);
  return 0;
}
