// Decisions on addresses: which way to copy, as memmove has it (Listing 2 of the paper on KDAlloc, ECOOP 2022), and where
// in a table of pointers to look first.
//
// Which addresses a path gets depends on all paths before it where they share one allocator (--allocator=global), so that
// a run that goes on may decide otherwise.
#include <klee/klee.h>
#include <stdint.h>
#include <stdlib.h>

#ifndef ROUNDS
#define ROUNDS 5
#endif

static int copy(unsigned char *to, const unsigned char *from, int n) {
  int zeros = 0;
  if (to < from)
    for (int i = 0; i < n; i++)
      zeros += (to[i] = from[i]) == 0;
  else
    for (int i = n - 1; i >= 0; i--)
      if ((to[i] = from[i]) == 0)
        zeros++;
  return zeros;
}

int main(void) {
  unsigned char input[ROUNDS][2];
  klee_make_symbolic(input, sizeof input, "input");
  unsigned char *table[8] = {0}, *last = malloc(2);
  int zeros = 0;
  last[0] = last[1] = 1;
  for (int round = 0; round < ROUNDS; round++) {
    unsigned char *next = malloc(2);
    zeros += copy(next, input[round][0] > 100 ? last : input[round], 2);
    if (input[round][1] & 1)
      free(last);
    for (unsigned at = (uintptr_t)next >> 4;; at++)
      if (!table[at % 8]) {
        table[at % 8] = next;
        break;
      }
    last = next;
  }
  return zeros;
}
