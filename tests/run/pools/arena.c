// A hash table of lists in one object, as in the pools of the Apache Portable Runtime: the program alone forks.
//@ paths: 5
//@ brute: k in 0..15
#include <klee/klee.h>
#include <stdlib.h>

struct node { struct node *next; unsigned key, value; };
struct table { unsigned count; struct node *head[4]; };

static char *pool;
static unsigned used;

static void *take(unsigned size) {
  void *at = pool + used;
  used += size;
  return at;
}

int main(void) {
  pool = malloc(2048);
  struct table *table = take(sizeof *table);
  for (int i = 0; i < 4; i++) table->head[i] = 0;
  for (unsigned i = 0; i < 9; i++) {
    struct node *node = take(sizeof *node);
    node->key = i;
    node->value = 3 * i + 1;
    node->next = table->head[i % 4];
    table->head[i % 4] = node;
  }
  unsigned char k;
  klee_make_symbolic(&k, 1, "k");
  klee_assume(k < 16);
  for (struct node *node = table->head[k % 4]; node; node = node->next)
    if (node->key == k) {
      klee_assert(node->value == 3 * k + 1);
      return 1;
    }
  klee_assert(k > 8);
  return 0;
}
