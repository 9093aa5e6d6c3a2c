//@ also: -O1, any paths
//@ paths: 3
//@ paths single merge flat segmented-ideal dynamic: 1
//@ exit: 0
#include <assert.h>
#include <klee/klee.h>
struct entry { char tag; int *first; short n; int *second; };
static void copy(void *to, const void *from, unsigned n) {
  for (unsigned i = 0; i < n; i++)
    ((char *)to)[i] = ((const char *)from)[i];
}
// A table of structures copied byte by byte, then read at a symbolic index: three objects, three paths.
int main(void) {
  int x = 10, y = 20, z = 30;
  struct entry table[3] = {{'x', &x, 1, &x}, {'y', &y, 2, &x}, {'z', &z, 3, &x}}, other[3];
  copy(other, table, sizeof table);
  unsigned char i;
  klee_make_symbolic(&i, 1, "i");
  klee_assume(i < 3);
  *other[i].first = 5;
  assert((x == 5) + (y == 5) + (z == 5) == 1);
  assert(*other[i].second == x);
  return 0;
}
