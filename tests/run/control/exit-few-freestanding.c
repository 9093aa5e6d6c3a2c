//@ options: --libc=none
//@ paths: 1
//@ exit: 0
#include <klee/klee.h>
int main(void) {
  int a = klee_int("a");
  return a & 3;
}
