// A double free of which only the number is known.
//@ by-number
//@ paths: 2
//@ exit: 0
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

int main(void) {
  char c;
  klee_make_symbolic(&c, 1, "c");
  char *p = launder(malloc(10));
  if (c)
    free(p);
  free(p); //~ FAULT double-free
  return 0;
}
