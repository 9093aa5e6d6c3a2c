//@ paths: 6
//@ exit: 0
#include <assert.h>
#include <stdlib.h>
#include <klee/klee.h>
struct node { unsigned char key; struct node *next; };
static struct node *insert(struct node *head, unsigned char key) {
  struct node **at = &head;
  while (*at && (*at)->key < key)
    at = &(*at)->next;
  struct node *n = malloc(sizeof *n);
  n->key = key;
  n->next = *at;
  *at = n;
  return head;
}
// Three keys: one place, two places, three places.
int main(void) {
  unsigned char v[3];
  klee_make_symbolic(v, sizeof v, "v");
  struct node *head = NULL;
  for (int i = 0; i < 3; i++)
    head = insert(head, v[i]);
  assert(head->key <= head->next->key);
  assert(head->next->key <= head->next->next->key);
  return 0;
}
