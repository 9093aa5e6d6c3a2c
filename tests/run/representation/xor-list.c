//@ also: -O1, any paths
//@ by-number
//@ paths: 4
//@ exit: 1,2,3,4
#include <stdint.h>
#include <klee/klee.h>
struct node { int value; uintptr_t link; };
// Three nodes linked by the exclusive or of their neighbours' addresses; found at a node, or not.
int main(void) {
  static struct node a, b, c;
  a = (struct node){1, (uintptr_t)&b};
  b = (struct node){2, (uintptr_t)&a ^ (uintptr_t)&c};
  c = (struct node){3, (uintptr_t)&b};
  int x = klee_int("x");
  uintptr_t before = 0;
  struct node *n = &a;
  while (n) {
    if (n->value == x)
      return n->value;
    uintptr_t next = n->link ^ before;
    before = (uintptr_t)n;
    n = (struct node *)next;
  }
  return 4;
}
