//@ also: -O1, any paths
//@ by-number
//@ exit: 0
//@ replay: off the bad access lands in the other object, where no sanitizer sees it
//@ paths: 4
#include <stdint.h>
#include <stdlib.h>
#include <klee/klee.h>
// b - a by number takes a to b, but a[b - a] is beyond a: bounds belong to the object.
int main(void) {
  char *a = calloc(16, 1), *b = calloc(16, 1);
  long far = (long)((uintptr_t)b - (uintptr_t)a);
  char c, beyond;
  klee_make_symbolic(&c, 1, "c");
  klee_make_symbolic(&beyond, 1, "beyond");
  volatile char *p = c ? a : b;
  long k = beyond ? far : 3;
  p[k] = 1; //~ FAULT out-of-bounds
  return 0;
}
