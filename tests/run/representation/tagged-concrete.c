//@ also: -O1
//@ paths: 1
//@ exit: 0
#include <assert.h>
#include <stdint.h>
#include <klee/klee.h>
int main(void) {
  int x;
  klee_make_symbolic(&x, sizeof x, "x");
  int *p = &x;
  uintptr_t tagged = (uintptr_t)p | 1;
  assert(tagged & 1);
  *(int *)(tagged & ~1ul) = 3;
  *(int *)(tagged - 1) += 4;
  *(int *)((char *)tagged - 1) += 5;
  *(int *)(tagged ^ 1) += 6;
  assert(x == 18);
  return 0;
}
