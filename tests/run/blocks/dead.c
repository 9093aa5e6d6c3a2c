// A block in an object that was freed, or in none, is a fault unless it has no bytes.
//@ paths: 4
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  unsigned char n, to;
  klee_make_symbolic(&n, 1, "n");
  klee_make_symbolic(&to, 1, "to");
  klee_assume(n <= 3);
  char *a = malloc(8), b[8] = "";
  free(a);
  if (to)
    memset(a, 1, n); //~ FAULT use-after-free
  else
    memcpy(b, a, n); //~ FAULT use-after-free
  return 0;
}
