// What a program reports is an error of its own, also where it calls the kind as ours is called.
//@ exit: 0
#include <klee/klee.h>
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, 1, "x");
  if (x == 3)
    klee_report_error(__FILE__, __LINE__, "by hand", "user"); //~ FAULT reported-error
  return 0;
}
