//@ paths: 4
//@ exit: 0
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
// The system sees the whole object and nothing beyond.
int main(void) {
  unsigned n;
  klee_make_symbolic(&n, sizeof n, "n");
  klee_assume((n >= 2) & (n <= 4));
  char *p = malloc(n);
  memcpy(p, "abcd", n);
  if (n == 3 && klee_int("more"))
    write(1, p, n + 1); //~ FAULT out-of-bounds: 4 bytes
  write(1, p, n);
  free(p);
  return 0;
}
