//@ paths: 3
//@ exit: 1,2,3
#include <klee/klee.h>
// A table of labels with a symbolic index: a path for each label.
int main(void) {
  static void *const labels[] = {&&one, &&two, &&three};
  unsigned char op;
  klee_make_symbolic(&op, 1, "op");
  klee_assume(op < 3);
  goto *labels[op];
one:
  return 1;
two:
  return 2;
three:
  return 3;
}
