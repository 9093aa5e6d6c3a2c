//@ exit: 19
//@ paths: 2
//@ also: -O1
//@ options: --check=infinite-loop
#include <klee/klee.h>
// A list whose end leads back to its middle.
struct node { struct node *next; int value; };
int main(void) {
  unsigned char x;
  struct node nodes[20];
  klee_make_symbolic(&x, 1, "x");
  for (int i = 0; i < 20; i++)
    nodes[i] = (struct node){i < 19 ? &nodes[i + 1] : 0, i};
  if (x == 1)
    nodes[19].next = &nodes[5];
  int sum = 0;
  for (struct node *n = nodes; n; n = n->next) //~ FAULT infinite-loop
    sum = n->value;
  return sum;
}
