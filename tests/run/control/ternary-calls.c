//@ paths: 2
//@ exit: 3,4
#include <klee/klee.h>
static int three(void) { return 3; }
static int four(void) { return 4; }
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, sizeof x, "x");
  return x & 1 ? three() : four();
}
