// A list whose links are the exclusive or of two addresses: only numbers are left of the pointers.
//@ by-number
//@ paths: 4
//@ brute: n in 0..3
#include <klee/klee.h>
#include <stdint.h>
#include <stdlib.h>

struct node { uintptr_t link; int value; };

int main(void) {
  struct node *node[4];
  for (int k = 0; k < 4; k++) {
    node[k] = malloc(sizeof *node[k]);
    node[k]->value = 7 * k;
  }
  for (int k = 0; k < 4; k++)
    node[k]->link = (k ? (uintptr_t)node[k - 1] : 0) ^ (k < 3 ? (uintptr_t)node[k + 1] : 0);
  unsigned char n;
  klee_make_symbolic(&n, 1, "n");
  klee_assume(n < 4);
  uintptr_t before = 0;
  struct node *at = node[0];
  for (int k = 0; k < n; k++) {
    uintptr_t next = at->link ^ before;
    before = (uintptr_t)at;
    at = (struct node *)next;
  }
  klee_assert(at->value == 7 * n);
  return n;
}
