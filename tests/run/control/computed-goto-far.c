//@ paths: 3
//@ exit: 1,2
//@ by-number
//@ replay: off a jump out of the function may do anything natively
#include <klee/klee.h>
// A distance from a label that is not known: the labels, and one fault.
int main(void) {
  static const char *const labels[] = {&&one, &&two};
  long i;
  klee_make_symbolic(&i, sizeof i, "i");
  goto *(void *)(labels[0] + i); //~ FAULT invalid-jump
one:
  return 1;
two:
  return labels[1] ? 2 : 3;
}
