//@ options: --check=poison
//@ paths: 2
//@ by-number
//@ replay: off the sanitizer does not check the bounds of addresses
//@ exit: 0
// An address outside its object may not decide anything; its end is still inside.
#include <klee/klee.h>
int main(void) {
  static int table[4];
  unsigned i, j;
  klee_make_symbolic(&i, sizeof i, "i");
  klee_make_symbolic(&j, sizeof j, "j");
  klee_assume(i <= 5 & j <= 4);
  int *end = table + j, *beyond = table + i;
  if (end < table)
    return 1;
  if (beyond < table) //~ FAULT poison: depends on an address outside its object at
    return 1;
  return 0;
}
