//@ also: -O1, any paths
//@ by-number
//@ memory: fork merge flat segmented segmented-ideal dynamic
//@ paths: 2
//@ exit: 0
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <klee/klee.h>
// A hash table keyed by addresses: the bits of a pointer as an index, the pointer as a value.
static void *table[16];
static unsigned hash(void *p) { return ((uintptr_t)p >> 4) & 15; }
int main(void) {
  char *a = calloc(16, 1), *b = calloc(16, 1);
  char c;
  klee_make_symbolic(&c, 1, "c");
  char *p = c ? a : b;
  table[hash(p)] = p;
  char *q = table[hash(p)];
  assert(q == p);
  *q = 1;
  assert(a[0] + b[0] == 1);
  return 0;
}
