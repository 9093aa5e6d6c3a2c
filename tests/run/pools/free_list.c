// Blocks of a slab that are given back in an order that is not known.
//@ paths: 2
//@ by-number
//@ brute: i in 0..3, j in 0..3
#include <klee/klee.h>
#include <stdlib.h>

union block { union block *next; long value[2]; };

static union block *first;

static void give(union block *block) {
  block->next = first;
  first = block;
}

static union block *take(void) {
  union block *block = first;
  first = block->next;
  return block;
}

int main(void) {
  union block *slab = malloc(4 * sizeof *slab);
  for (int k = 0; k < 4; k++) give(slab + k);
  union block *held[4];
  for (int k = 0; k < 4; k++) {
    held[k] = take();
    held[k]->value[1] = k;
  }
  unsigned char i, j;
  klee_make_symbolic(&i, 1, "i");
  klee_make_symbolic(&j, 1, "j");
  klee_assume(i < 4);
  klee_assume(j < 4);
  klee_assume(i != j);
  give(held[i]);
  give(held[j]);
  union block *a = take(), *b = take();
  klee_assert(a == held[j]);
  klee_assert(b == held[i]);
  klee_assert(a->value[1] == j);
  if (b->value[1] == 2) return 1;
  return 0;
}
