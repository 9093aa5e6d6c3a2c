// The array was freed.
//@ paths: 2
//@ brute: n in 0..8
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
  char *a = malloc(8);
  unsigned char n;
  klee_make_symbolic(&n, 1, "n");
  klee_assume(n <= 8);
  free(a);
  for (unsigned i = 0; i < n; i++)
    a[i] = 1; //~ FAULT use-after-free
  return 0;
}
