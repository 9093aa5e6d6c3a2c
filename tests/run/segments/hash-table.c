//@ paths: 9
//@ paths single: 4
//@ paths merge flat segmented segmented-ideal dynamic: 8
//@ brute: key in 0..15
// A hash table with lists, looked up by a symbolic key.
#include <klee/klee.h>
#include <stdlib.h>
struct node { unsigned key; int value; struct node *next; };
static struct node *table[4];
static void insert(unsigned key, int value) {
  struct node *new = malloc(sizeof *new);
  new->key = key;
  new->value = value;
  new->next = table[key % 4];
  table[key % 4] = new;
}
int main(void) {
  insert(1, 11);
  insert(5, 15);
  insert(2, 12);
  insert(7, 17);
  insert(3, 13);
  unsigned char key;
  klee_make_symbolic(&key, 1, "key");
  klee_assume(key < 16);
  for (struct node *n = table[key % 4]; n; n = n->next)
    if (n->key == key) {
      for (int v = 11; v < 18; v++)
        if (n->value == v)
          return v;
      return 98;
    }
  return 0;
}
