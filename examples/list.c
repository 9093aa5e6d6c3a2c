// A list that forgets to unlink what it frees.
#include <stdio.h>
#include <stdlib.h>

struct node {
  int value;
  struct node *next;
};

static struct node *push(struct node *list, int value) {
  struct node *node = malloc(sizeof *node);
  node->value = value;
  node->next = list;
  return node;
}

static void remove_odd(struct node *list) {
  for (struct node *n = list; n; n = n->next)
    if (n->value % 2)
      free(n); // the node before still points here, and n->next is read below
}

int main(void) {
  struct node *list = NULL;
  for (int i = 0; i < 5; i++)
    list = push(list, i);
  remove_odd(list);
  for (struct node *n = list; n; n = n->next)
    printf("%d\n", n->value);
  return 0;
}
