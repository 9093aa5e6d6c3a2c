//@ options: --check=leaks
//@ paths: 2
//@ exit: 0
#include <stdlib.h>
#include <klee/klee.h>
// What a global still points to is not lost.
static char *kept;
int main(void) {
  unsigned char c;
  klee_make_symbolic(&c, 1, "c");
  kept = malloc(10);
  if (c == 3)
    free(kept);
  return 0;
}
