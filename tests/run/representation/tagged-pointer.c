//@ also: -O1
//@ by-number
//@ paths: 2
//@ exit: 0
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <klee/klee.h>
static volatile int odd;
// A symbolic tag in the low bits that the alignment makes free.
int main(void) {
  unsigned char tag;
  int x;
  klee_make_symbolic(&tag, 1, "tag");
  klee_make_symbolic(&x, sizeof x, "x");
  klee_assume(tag < 8);
  int *p = malloc(sizeof *p);
  *p = x;
  uintptr_t tagged = (uintptr_t)p | tag;
  int *q = (int *)(tagged & ~(uintptr_t)7);
  assert(*q == x);
  assert((tagged & 7) == tag);
  if (tagged & 1)
    odd = 1;
  return 0;
}
