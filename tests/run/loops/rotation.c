//@ exit: 0
//@ paths: 2
//@ options: --check=infinite-loop
#include <klee/klee.h>
// An array that is rotated until its first element is one that it does not have.
#include <string.h>
int main(void) {
  unsigned char x;
  int a[5] = {1, 2, 3, 4, 5};
  klee_make_symbolic(&x, 1, "x");
  int wanted = x == 1 ? 9 : 4;
  while (a[0] != wanted) { //~ FAULT infinite-loop
    int first = a[0];
    memmove(a, a + 1, sizeof a - sizeof *a);
    a[4] = first;
  }
  return 0;
}
