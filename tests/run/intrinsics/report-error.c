//@ paths: 2
//@ tests: 2
//@ exit: 0
#include <klee/klee.h>
int main(void) {
  int x = klee_int("x");
  if (x == 31337)
    klee_report_error(__FILE__, __LINE__, "the program's own error", "own"); //~ FAULT reported-error: the program's own error
  return 0;
}
