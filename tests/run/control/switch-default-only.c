//@ paths: 1
//@ exit: 4
#include <klee/klee.h>
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, sizeof x, "x");
  switch (x) {
  default: return 4;
  }
}
