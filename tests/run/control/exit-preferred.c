//@ paths: 1
//@ exit: 7
#include <klee/klee.h>
// The status is that of the input the program would like to see.
int main(void) {
  int a = klee_int("a");
  klee_prefer_cex(&a, a == 7);
  return a & 15;
}
