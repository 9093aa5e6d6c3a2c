// The neighbour of any node of a list whose links are the exclusive or of two addresses.
//@ by-number
//@ paths: 7
//@ paths single: 2
//@ paths merge flat segmented segmented-ideal dynamic: 3
//@ brute: i in 0..6
#include <klee/klee.h>
#include <stdint.h>
#include <stdlib.h>

#define N 8

struct node { uintptr_t link; int value; };

int main(void) {
  struct node *node[N];
  for (int k = 0; k < N; k++) {
    node[k] = malloc(sizeof *node[k]);
    node[k]->value = 7 * k;
  }
  for (int k = 0; k < N; k++)
    node[k]->link = (k ? (uintptr_t)node[k - 1] : 0) ^ (k < N - 1 ? (uintptr_t)node[k + 1] : 0);
  unsigned char i;
  klee_make_symbolic(&i, 1, "i");
  klee_assume(i < N - 1);
  uintptr_t before = i ? (uintptr_t)node[i - 1] : 0;
  struct node *next = (struct node *)(node[i]->link ^ before);
  klee_assert(next->value == 7 * (i + 1));
  next->value++;
  klee_assert(node[i + 1]->value == 7 * (i + 1) + 1);
  if (next->value == 22) return 1;
  return 0;
}
