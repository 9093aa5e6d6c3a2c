// A pointer that keeps its object is told from one to whoever has the number now.
//@ options: --allocator=global
//@ paths: 2
//@ exit: 0
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <klee/klee.h>

static char *mallocfree(void) {
  char *s = strdup("A");
  free(s);
  char *t = strdup("B");
  (void)t;
  return s;
}

int main(void) {
  char c;
  klee_make_symbolic(&c, 1, "c");
  char *s = mallocfree();
  if (!c)
    return 0;
  return *s; //~ FAULT use-after-free
}
