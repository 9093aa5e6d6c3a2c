// The same without quarantine: the number is that of the other object.
//@ options: --kdalloc-quarantine=0
//@ by-number
//@ paths: 2
//@ exit: 0,66
//@ replay: off a sanitizer sees what is missed here
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <klee/klee.h>

#define KEY 0x5a5a5a5a5a5a5a5aul

// Nothing but the number of a pointer is left.
static char *launder(char *p) {
  volatile uintptr_t bits = (uintptr_t)p ^ KEY;
  return (char *)(bits ^ KEY);
}

static char *mallocfree(void) {
  char *s = launder(strdup("A"));
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
  return *s;
}
