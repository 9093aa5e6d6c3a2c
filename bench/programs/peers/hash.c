// A hash table with chains: three symbolic keys.
#include <klee/klee.h>
#include <stdlib.h>

struct entry {
  unsigned key;
  struct entry *next;
};

int main(void) {
  static struct entry *table[16];
  unsigned char keys[3];
  int collisions = 0;
  klee_make_symbolic(keys, sizeof keys, "keys");
  for (int i = 0; i < 3; i++) {
    unsigned h = (keys[i] * 2654435761u) >> 28;
    for (struct entry *e = table[h]; e; e = e->next)
      collisions++;
    struct entry *e = malloc(sizeof *e);
    e->key = keys[i];
    e->next = table[h];
    table[h] = e;
  }
  return collisions;
}
