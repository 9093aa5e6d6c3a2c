//@ paths: 14
//@ exit: 0,1
//@ replay: off a part of an input is of any size natively
#include <klee/klee.h>
// Lengths, ranges and switches that can be anything are asked as conditions: what fits is a path for each
// length, and all else is one fault.
int main(void) {
  char bytes[4];
  unsigned long len;
  int low, high, which = klee_range(0, 4, "which");
  klee_make_symbolic(&len, sizeof len, "len");
  switch (which) {
  case 0:
    klee_make_symbolic(bytes, len, "bytes"); //~ FAULT out-of-bounds
    return 0;
  case 1:
    klee_check_memory_access(bytes, len); //~ FAULT out-of-bounds
    return 0;
  case 2:
    klee_make_symbolic(&low, sizeof low, "low");
    klee_make_symbolic(&high, sizeof high, "high");
    klee_range(low, high, "between"); //~ FAULT misuse
    return 0;
  default:
    klee_set_forking(len);
    return 1;
  }
}
