// A hash table of the Apache Portable Runtime with 15 keys, in which LOOKUPS unknown keys are looked up: Figure 10
// of the paper on the segmented memory model (Kapus and Cadar, FSE 2019). A look-up ends in one of 16 buckets, of
// which 15 have an entry that is the right one or not: 31 paths under `fork`, 961 with two.
//
// The table and its entries lie in one 8 KB object, APR's pool. With -DMALLOC each of them is an object.
#include <stdlib.h>

#include <apr_general.h>
#include <apr_pools.h>
#include <klee/klee.h>

#ifdef MALLOC
#undef apr_palloc
#undef apr_pcalloc
#define apr_palloc(pool, size) malloc(size)
#define apr_pcalloc(pool, size) calloc(1, size)
#include <tables/apr_hash.c>
#else
#include <apr_hash.h>
#endif

#ifndef LOOKUPS
#define LOOKUPS 1
#endif

int main(void) {
  apr_pool_t *pool;
  if (apr_initialize() != APR_SUCCESS || apr_pool_create(&pool, NULL) != APR_SUCCESS)
    return 2;
  // Not apr_hash_make, which starts its hash at a random number.
  apr_hash_t *table = apr_hash_make_custom(pool, apr_hashfunc_default);
  for (int i = 0; i < 15; i++) {
    int *key = malloc(sizeof *key);
    *key = i;
    apr_hash_set(table, key, sizeof *key, "a value");
  }
  int found = 0;
  for (int i = 0; i < LOOKUPS; i++) {
    int key;
    klee_make_symbolic(&key, sizeof key, "key");
    if (apr_hash_get(table, &key, sizeof key))
      found++;
  }
  return found == LOOKUPS;
}
