// Nothing is written through a null pointer if there is nothing to write.
//@ paths: 2
//@ brute: n in 0..8
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
  char *volatile none = NULL;
  char *a = none;
  unsigned char n;
  klee_make_symbolic(&n, 1, "n");
  klee_assume(n <= 8);
  for (unsigned i = 0; i < n; i++)
    a[i] = 1; //~ FAULT null-dereference
  return 0;
}
