//@ paths: 1
//@ exit: 0
#include <klee/klee.h>
// A status of four values is one path, as one of any other number of values is.
int main(void) {
  int a = klee_int("a");
  return a & 3;
}
