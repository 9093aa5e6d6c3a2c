//@ paths: 1
//@ by-number
//@ exit: 0
#include <assert.h>
#include <stdlib.h>
#include <klee/klee.h>
int main(void) {
  int x = klee_int("x");
  static int table[7];
  char local[5];
  char *heap = malloc(24);
  klee_assume(x > 0);
  if (klee_is_replay())
    return 0;
  assert(klee_get_obj_size(table) == sizeof table);
  assert(klee_get_obj_size(local) == 5);
  assert(klee_get_obj_size(heap) == 24);
  return 0;
}
