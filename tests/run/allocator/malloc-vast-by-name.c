// What would take space for each byte of an object of more than 4 GiB ends the path by name.
//@ paths: 1
//@ exit: 0
//@ exhaustive: no
#include <stdlib.h>
#include <string.h>
#include <klee/klee.h>

#define GIB ((size_t)1 << 30)

static char *volatile p, *volatile q;

int main(void) {
  int c = klee_range(0, 6, "c");
  size_t i = (size_t)(unsigned)klee_int("i") % (1 << 29);
  p = malloc(5 * GIB);
  q = calloc(5, GIB);
  if (!p || !q)
    return 1;
  if (c == 1)
    memset(p, 1, GIB); //~ FAULT unsupported: more than 16 MiB at once
  if (c == 2)
    memcpy(p, q, GIB); //~ FAULT unsupported: more than 16 MiB at once
  if (c == 3)
    klee_make_symbolic(p, 5 * GIB, "p"); //~ FAULT unsupported: more than 16 MiB at once
  if (c == 4)
    ((char **)p)[i] = q; //~ FAULT unsupported: a write at an unknown offset
  if (c == 5)
    q = realloc(q, 6 * GIB); //~ FAULT unsupported: more than 16 MiB at once
  free(p);
  free(q);
  return 0;
}
