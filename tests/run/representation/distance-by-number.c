//@ also: -O1, any paths
//@ by-number
//@ paths: 2
//@ exit: 0,1
#include <assert.h>
#include <stdint.h>
#include <stdlib.h>
#include <klee/klee.h>
// If a + k is b by number, then k is b - a by number.
int main(void) {
  char *a = malloc(8), *b = malloc(8);
  long k;
  klee_make_symbolic(&k, sizeof k, "k");
  if ((uintptr_t)a + k == (uintptr_t)b) {
    assert(k == (long)((uintptr_t)b - (uintptr_t)a));
    return 1;
  }
  return 0;
}
