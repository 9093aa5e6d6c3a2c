//@ memory: all but single
//@ exit: 0
//@ options: --check=infinite-loop
#include <klee/klee.h>
#include <stdlib.h>
// A pointer to one of several objects that leads back, and one that does not.
struct node { struct node *next; };
int main(void) {
  struct node *nodes[4];
  for (int i = 0; i < 4; i++)
    nodes[i] = malloc(sizeof(struct node));
  unsigned to = klee_range(0, 5, "to");
  for (int i = 0; i < 3; i++)
    nodes[i]->next = nodes[i + 1];
  nodes[3]->next = to < 4 ? nodes[to] : NULL;
  for (struct node *p = nodes[0]; p; p = p->next) //~ FAULT infinite-loop
    ;
  return 0;
}
