// realloc to nothing frees and gives null, as in KLEE and glibc; of nothing it is malloc.
//@ paths: 3
//@ exit: 0,3
#include <stdlib.h>
#include <klee/klee.h>
int main(void) {
  unsigned char n;
  klee_make_symbolic(&n, 1, "n");
  klee_assume(n <= 2);
  char *none = realloc(NULL, 0);
  if (!none)
    return 1;
  free(none);
  char *p = malloc(4);
  p[0] = 7;
  char *q = realloc(p, n);
  if (!q)
    return 3;
  if (n == 2)
    p[0] = 8; //~ FAULT use-after-free
  q[0]++;
  free(q);
  return 0;
}
