//@ exit: 0
#include <assert.h>
#include <string.h>
#include <klee/klee.h>
// Overlapping by a symbolic distance.
int main(void) {
  char v[8] = {1, 2, 3, 4, 5, 6, 7, 8};
  unsigned char i;
  klee_make_symbolic(&i, 1, "i");
  klee_assume(i <= 4);
  memmove(v + i, v, 4);
  assert(v[i] == 1);
  assert(v[i + 3] == 4);
  assert(v[7] == (i == 4 ? 4 : 8));
  return 0;
}
