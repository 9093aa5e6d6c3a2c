//@ paths: 6
//@ exit: 0
//@ exhaustive: no
//@ by-number
#include <unistd.h>
#include <klee/klee.h>
// A system call at an offset that can be anything: a path for each that is in the object, and one for all
// that are not.
int main(void) {
  static const char text[4] = "abc";
  unsigned long i = 0;
  klee_make_symbolic(&i, sizeof i, "i");
  write(1, text + i, 0);
  return 0;
}
