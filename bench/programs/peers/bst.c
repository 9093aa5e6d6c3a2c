// A binary search tree of five symbolic keys: a path for each order of them, with equal ones.
#include <klee/klee.h>
#include <stdlib.h>
struct node { int key; struct node *left, *right; };
static struct node *insert(struct node *t, int key) {
  if (!t) {
    t = calloc(1, sizeof *t);
    t->key = key;
  } else if (key < t->key) t->left = insert(t->left, key);
  else if (key > t->key) t->right = insert(t->right, key);
  return t;
}
static int depth(struct node *t) {
  if (!t) return 0;
  int l = depth(t->left), r = depth(t->right);
  return 1 + (l > r ? l : r);
}
int main(void) {
  int keys[5];
  struct node *t = 0;
  klee_make_symbolic(keys, sizeof keys, "keys");
  for (int i = 0; i < 5; i++) t = insert(t, keys[i]);
  return depth(t);
}
