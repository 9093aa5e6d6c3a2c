//@ paths: 2
//@ exit: 0,1
#include <klee/klee.h>
typedef int v4 __attribute__((vector_size(16)));
// A lane chosen by a symbolic index.
int main(void) {
  volatile v4 storage = {3, 1, 4, 1};
  unsigned char i;
  klee_make_symbolic(&i, 1, "i");
  klee_assume(i < 4);
  v4 v = storage;
  if (v[i] == 1)
    return 1;
  return 0;
}
