// An object that was written at an unknown place grows: what it shows is copied as one block.
//@ paths: 3
//@ memory: fork single merge flat segmented segmented-ideal dynamic
//@ brute: i in 0..255, k in 0..255
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  unsigned char i, k;
  klee_make_symbolic(&i, 1, "i");
  klee_make_symbolic(&k, 1, "k");
  unsigned char *table = malloc(256);
  int **slots = malloc(256 * sizeof *slots);
  for (int n = 0; n < 256; n++) table[n] = n;
  int x = 1, y = 2;
  for (int n = 0; n < 256; n++) slots[n] = &x;
  table[i] = 7;
  slots[i] = &y;
  for (int n = 1; n < 4; n++) {
    table = realloc(table, 256 + 100 * n);
    slots = realloc(slots, (256 + 100 * n) * sizeof *slots);
    table[256] = n;
  }
  klee_assert(table[k] == (k == i ? 7 : k));
  klee_assert(table[256] == 3);
  klee_assert(*slots[k] == (k == i ? 2 : 1));
  if (table[k] == 7) return 1;
  return 0;
}
