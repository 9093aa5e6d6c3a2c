//@ paths: 2
//@ exit: 0
#include <assert.h>
#include <stdlib.h>
#include <klee/klee.h>
// realloc of one of two blocks; the other is as it was.
int main(void) {
  char *v[2] = {malloc(4), malloc(4)};
  v[0][3] = 10;
  v[1][3] = 11;
  unsigned char i;
  klee_make_symbolic(&i, 1, "i");
  klee_assume(i < 2);
  v[i] = realloc(v[i], 8);
  v[i][7] = 1;
  assert(v[0][3] == 10);
  assert(v[1][3] == 11);
  return 0;
}
