//@ memory: all
//@ exit: 0
// A byte stored at an unknown offset in one object, then a pointer at an unknown index of another that holds
// pointers: where both share an array, what the first holds are still numbers.
#include <klee/klee.h>

int main(void) {
  unsigned char a, b;
  klee_make_symbolic(&a, 1, "a");
  klee_make_symbolic(&b, 1, "b");
  klee_assume(a < 2);
  klee_assume(b < 2);
  unsigned char x[8] = {10, 11, 12, 13, 14, 15, 16, 17};
  int p = 5;
  int *q[2] = {&p, &p};
  x[b] = 77;
  q[a] = &p;
  klee_assert(x[3] == 13);
  klee_assert(x[b] == 77 && x[1 - b] == 11 - b);
  klee_assert(*q[1 - a] == 5);
  return 0;
}
