//@ paths: 1
//@ exit: 0
//@ exhaustive: no
#include <klee/klee.h>
// There are as many names as there are strings: one is picked, and the ledger says so.
int main(void) {
  char name[8], x;
  klee_make_symbolic(name, sizeof name, "name");
  klee_assume(name[0] == 'n');
  klee_make_symbolic(&x, 1, name);
  return 0;
}
