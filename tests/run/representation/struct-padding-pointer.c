//@ also: -O1, any paths
//@ paths: 2
//@ paths single merge flat segmented-ideal dynamic: 1
//@ exit: 0
#include <assert.h>
#include <klee/klee.h>
struct slot { char used; int *value; };
// Structures with padding and a pointer, copied at a symbolic index.
int main(void) {
  int x = 1, y = 2;
  struct slot v[2] = {{1, &x}, {1, &y}}, s;
  unsigned char i;
  klee_make_symbolic(&i, 1, "i");
  klee_assume(i < 2);
  s = v[i];
  assert(*s.value == i + 1);
  return 0;
}
