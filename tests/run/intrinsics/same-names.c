//@ paths: 4
//@ exit: 0,1,2,3
#include <klee/klee.h>
// Three objects with one name are three inputs, in the order of the calls.
int main(void) {
  for (int i = 0; i < 3; i++) {
    char x;
    klee_make_symbolic(&x, 1, "x");
    if (x == 1)
      return i;
  }
  return 3;
}
