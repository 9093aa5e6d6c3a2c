//@ paths: 6
//@ exit: 0
#include <stdlib.h>
#include <klee/klee.h>
struct node { unsigned char key; struct node *child[2]; };
// A search tree of three keys: two trees of two keys, and three places for the third in each.
int main(void) {
  unsigned char v[3];
  klee_make_symbolic(v, sizeof v, "v");
  struct node *root = NULL;
  for (int i = 0; i < 3; i++) {
    struct node **at = &root;
    while (*at) {
      if (v[i] < (*at)->key)
        at = &(*at)->child[0];
      else
        at = &(*at)->child[1];
    }
    *at = calloc(1, sizeof **at);
    (*at)->key = v[i];
  }
  return 0;
}
