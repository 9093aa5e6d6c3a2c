//@ paths: 4
//@ exit: 1,2,3
//@ by-number
//@ replay: off the addresses of labels are others natively
#include <stdint.h>
#include <klee/klee.h>
// A label that can be any number: one path for each label, and one fault for all that is none.
int main(void) {
  uintptr_t p;
  klee_make_symbolic(&p, sizeof p, "p");
  static void *volatile labels[] = {&&one, &&two, &&three};
  (void)labels[0];
  goto *(void *)p; //~ FAULT invalid-jump
one:
  return 1;
two:
  return 2;
three:
  return 3;
}
