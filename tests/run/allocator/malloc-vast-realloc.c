// An object of more than 4 GiB keeps what it holds when it grows, shrinks, and is small again.
//@ paths: 1
//@ exit: 0
//@ replay: off a sanitizer copies all of it
#include <stdlib.h>
#include <string.h>

#define GIB ((size_t)1 << 30)

static char target;

int main(void) {
  char *p = malloc(5 * GIB);
  if (!p)
    return 10;
  memcpy(p, "vast", 5);
  memcpy(p + 4 * GIB - 4, "strata", 7);
  *(char **)(p + 2 * GIB) = &target;
  p = realloc(p, 7 * GIB);
  if (!p)
    return 11;
  p[6 * GIB] = 5;
  p = realloc(p, 5 * GIB);
  if (strcmp(p + 4 * GIB - 4, "strata") || *(char **)(p + 2 * GIB) != &target)
    return 12;
  p = realloc(p, 8);
  if (strcmp(p, "vast"))
    return 13;
  free(p);
  return 0;
}
