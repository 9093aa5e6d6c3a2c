//@ also: -O1, any paths
//@ paths: 4
//@ paths single merge flat segmented-ideal dynamic: 1
//@ exit: 0
#include <assert.h>
#include <klee/klee.h>
// A pointer stored at a symbolic index; every slot then holds one object or the other.
int main(void) {
  int x = 1, y = 2;
  int *v[4] = {&x, &x, &x, &x};
  unsigned char i;
  klee_make_symbolic(&i, 1, "i");
  klee_assume(i < 4);
  v[i] = &y;
  int sum = 0;
  for (int k = 0; k < 4; k++)
    sum += *v[k];
  assert(sum == 5);
  return 0;
}
