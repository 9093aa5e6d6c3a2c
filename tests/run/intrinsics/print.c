//@ paths: 2
//@ exit: 0,1
#include <klee/klee.h>
// What they print is for people; they change nothing.
int main(void) {
  int x = klee_int("x");
  klee_print_expr("x plus one", x + 1);
  klee_print_range("x", x);
  klee_warning("a warning");
  klee_warning_once("a warning given once");
  klee_warning_once("a warning given once");
  klee_stack_trace();
  if (x == 10)
    return 1;
  return 0;
}
