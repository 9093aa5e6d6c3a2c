//@ paths: 1
//@ exit: 0
#include <assert.h>
#include <klee/klee.h>
// The average without overflow, by bits.
int main(void) {
  int a = klee_int("a"), b = klee_int("b");
  int average = (a & b) + ((a ^ b) >> 1);
  assert(average == (int)(((long)a + b) >> 1));
  return 0;
}
