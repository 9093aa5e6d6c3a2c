//@ paths: 1
//@ exit: 0
#include <klee/klee.h>
// A merge within a merge.
int main(void) {
  unsigned char x, y;
  klee_make_symbolic(&x, 1, "x");
  klee_make_symbolic(&y, 1, "y");
  int sum = 0;
  klee_open_merge();
  if (x > 5) {
    klee_open_merge();
    switch (y) {
    case 1: sum = 1; break;
    case 2: sum = 4; break;
    case 3: sum = 9; break;
    }
    klee_close_merge();
    sum += 100;
  } else {
    sum = -1;
  }
  klee_close_merge();
  klee_assert((sum < 0) == (x <= 5));
  klee_assert((sum != 104) | ((y == 2) & (x > 5)));
  klee_assert((sum < 0) | (sum == 100) | (sum == 100 + y * y));
  return 0;
}
