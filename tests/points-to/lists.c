// Lists: cycles of loads and stores, classes of what they hold.
//@ classes: heap@11 | heap@13 | heap@20
#include "check.h"

struct node { struct node *next; int *value; };

static struct node *made(struct node *list, int n) {
  if (n == 0) return list;
  struct node *node;
  if (n % 2)
    node = malloc(sizeof *node);
  else return 0;
  node->value = malloc(4);
  node->next = list;
  return made(node, n - 1);
}

int main(int argc, char **argv) {
  struct node *list = made(0, argc);
  int *other = malloc(4);
  *other = 0;
  for (struct node *n = list; n; n = n->next) {
    check(n); //~ points-to: heap@11
    check(n->value); //~ points-to: heap@13
                     //~ together: heap@11 heap@13
    *n->value = 1;
  }
  return 0;
}
