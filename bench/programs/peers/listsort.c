// Insertion into a sorted list: five symbolic numbers.
#include <klee/klee.h>
#include <stdlib.h>

struct node {
  int value;
  struct node *next;
};

int main(void) {
  int values[5];
  struct node *head = 0;
  klee_make_symbolic(values, sizeof values, "values");
  for (int i = 0; i < 5; i++) {
    struct node **at = &head, *node = malloc(sizeof *node);
    while (*at && (*at)->value < values[i])
      at = &(*at)->next;
    node->value = values[i];
    node->next = *at;
    *at = node;
  }
  return 0;
}
