//@ paths: 3
//@ exit: 1,2,3
#include <stdio.h>
#include <stdlib.h>
#include <klee/klee.h>
// Paths that differ in more than values go on by themselves: one made an object, one wrote to its output.
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, 1, "x");
  int kind = 1;
  char *p = NULL;
  klee_open_merge();
  if (x == 1) {
    p = malloc(1);
    kind = 2;
  } else if (x == 2) {
    puts("two");
    fflush(stdout);
    kind = 3;
  } else if (x == 3) {
    p = &x == NULL ? p : NULL;
  }
  klee_close_merge();
  klee_assert((p != NULL) == (x == 1));
  return kind;
}
