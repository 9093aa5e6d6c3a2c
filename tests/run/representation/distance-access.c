//@ by-number
//@ replay: off the bad access lands in the other object, where no sanitizer sees it
//@ paths: 2
//@ exit: 0
#include <stdint.h>
#include <stdlib.h>
#include <klee/klee.h>
// The same number does not give the right to access the other object.
int main(void) {
  char *a = malloc(8), *b = malloc(8);
  long k;
  klee_make_symbolic(&k, sizeof k, "k");
  if ((uintptr_t)a + k == (uintptr_t)b)
    a[k] = 1; //~ FAULT out-of-bounds
  return 0;
}
