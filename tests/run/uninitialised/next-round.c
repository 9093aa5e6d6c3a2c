//@ options: --check=uninitialised
//@ paths: 2
//@ exit: 0
// What an earlier round of a loop left in a local is gone.
#include <klee/klee.h>
static int use(unsigned n) {
  int found = 0;
  for (unsigned i = 0; i < n; i++) {
    int x;
    if (i == 0)
      x = 5;
    if (x > 3) //~ FAULT uninitialised-use: a 4-byte local x
      found++;
  }
  return found;
}
int main(void) {
  unsigned n;
  klee_make_symbolic(&n, sizeof n, "n");
  klee_assume(n >= 1 & n <= 2);
  return use(n) == 1 ? 0 : 1;
}
