//@ paths: 2
//@ exit: 0
#include <stdlib.h>
#include <klee/klee.h>
int main(void) {
  unsigned char n;
  klee_make_symbolic(&n, 1, "n");
  char *p = malloc(8);
  klee_assume((n == 8) | (n == 9));
  klee_check_memory_access(p, 8);
  if (n == 9)
    klee_check_memory_access(p, 9); //~ FAULT out-of-bounds
  return 0;
}
