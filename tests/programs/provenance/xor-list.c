#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
struct node { int value; uintptr_t link; };
int main(void) {
  struct node *nodes[5];
  for (int i = 0; i < 5; i++) { nodes[i] = malloc(sizeof **nodes); nodes[i]->value = i; }
  for (int i = 0; i < 5; i++) {
    uintptr_t before = i > 0 ? (uintptr_t)nodes[i - 1] : 0, after = i < 4 ? (uintptr_t)nodes[i + 1] : 0;
    nodes[i]->link = before ^ after;
  }
  uintptr_t before = 0, at = (uintptr_t)nodes[0];
  while (at) {
    struct node *n = (struct node *)at;
    printf("%d ", n->value);
    uintptr_t next = before ^ n->link;
    before = at;
    at = next;
  }
  puts("");
  return 0;
}
