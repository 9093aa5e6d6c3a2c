// How large a block is, for a pointer to one of several blocks or to none: no path for each.
//@ paths: 1
//@ brute: i in 0..5
#include <klee/klee.h>
#include <malloc.h>
#include <stdlib.h>

int main(void) {
  char *all[6] = {malloc(16), malloc(32), malloc(48), malloc(64), malloc(80), 0};
  unsigned char i;
  klee_make_symbolic(&i, 1, "i");
  klee_assume(i < 6);
  char *one = all[i];
  static const unsigned long least[6] = {16, 32, 48, 64, 80, 0};
  klee_assert(malloc_usable_size(one) >= least[i]);
  return 0;
}
