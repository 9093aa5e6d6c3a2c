// Pointers kept as numbers that are multiplied, as in a hash: only the program knows how to get them back.
//@ by-number
//@ paths: 6
//@ paths single: 1
//@ paths merge flat segmented segmented-ideal dynamic: 2
//@ brute: i in 0..5
#include <klee/klee.h>
#include <stdint.h>
#include <stdlib.h>

#define N 6
#define KEY UINT64_C(0x9e3779b97f4a7c15)
#define BACK UINT64_C(0xf1de83e19937733d)

int main(void) {
  uint64_t table[N];
  for (int k = 0; k < N; k++) {
    long *object = malloc((k + 1) * sizeof *object);
    for (int j = 0; j <= k; j++) object[j] = 10 * k + j;
    table[k] = (uint64_t)(uintptr_t)object * KEY;
  }
  unsigned char i;
  klee_make_symbolic(&i, 1, "i");
  klee_assume(i < N);
  long *object = (long *)(uintptr_t)(table[i] * BACK);
  klee_assert(object[i] == 11 * i);
  object[0] = -1;
  if (object[i] == -1) return 1;
  return 0;
}
