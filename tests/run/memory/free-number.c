//@ paths: 2
//@ by-number
//@ exit: 0
#include <klee/klee.h>
#include <stdlib.h>
// Null may be freed; all other numbers are one path.
int main(void) {
  int x = klee_int("x");
  free((void *)(long)x); //~ FAULT invalid-free
  return 0;
}
