// The program of Figure 1 of the paper on relocatable addressing (ISSTA 2020), in our own words: three hash tables of
// BUCKETS buckets and KEYS keys each, and a look-up of a symbolic key in the first.
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

struct node {
  unsigned long data;
  unsigned key;
  struct node *next;
};

struct table {
  struct node **buckets;
  size_t size;
};

static unsigned long bucket_of(const struct table *table, unsigned key) {
  return key * 2654435761u % table->size;
}

static struct node *find(const struct table *table, unsigned key) {
  struct node *node = table->buckets[bucket_of(table, key)];
  while (node && memcmp(&node->key, &key, sizeof key) != 0)
    node = node->next;
  return node;
}

static void insert(struct table *table, unsigned key, unsigned long data) {
  if (find(table, key))
    return;
  struct node *node = calloc(1, sizeof *node), **bucket = &table->buckets[bucket_of(table, key)];
  *node = (struct node){data, key, *bucket};
  *bucket = node;
}

int main(void) {
  struct table tables[3];
  for (int t = 0; t < 3; t++) {
    tables[t] = (struct table){calloc(BUCKETS, sizeof(struct node *)), BUCKETS};
    for (unsigned key = 0; key < KEYS; key++)
      insert(&tables[t], key, 7);
  }
  unsigned key;
  klee_make_symbolic(&key, sizeof key, "key");
  return find(&tables[0], key) != NULL;
}
