//@ paths: 5
//@ exit: 1,2,3,4,0
#include <stdlib.h>
#include <klee/klee.h>
struct node { int key; struct node *next; };
int main(void) {
  struct node *head = NULL;
  for (int k = 4; k >= 1; k--) {
    struct node *n = malloc(sizeof *n);
    n->key = 10 * k;
    n->next = head;
    head = n;
  }
  unsigned char key;
  klee_make_symbolic(&key, 1, "key");
  for (struct node *n = head; n; n = n->next)
    if (n->key == key)
      return n->key / 10;
  return 0;
}
