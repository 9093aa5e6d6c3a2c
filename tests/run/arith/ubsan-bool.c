//@ cflags: -fsanitize=bool
//@ paths: 3
//@ exit: 0,1
#include <stdbool.h>
#include <klee/klee.h>
// A bool is 0 or 1, and nothing else.
int main(void) {
  bool b;
  klee_make_symbolic(&b, 1, "x");
  if (b) //~ FAULT invalid-load
    return 1;
  return 0;
}
