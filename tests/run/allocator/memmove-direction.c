// A memmove that looks at the order of its arguments goes the same way in every run: the second object
// of a size lies below the first, the third above.
//@ by-number
//@ paths: 2
//@ exit: 1,2
//@ replay: off natively the order is another
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <klee/klee.h>

static int forwards;

static void *move(void *dest, const void *src, size_t n) {
  char *s = dest;
  const char *p = src;
  if (p >= s) {
    forwards++;
    while (n) {
      *s++ = *p++;
      --n;
    }
  } else {
    while (n) {
      --n;
      s[n] = p[n];
    }
  }
  return dest;
}

int main(void) {
  char c;
  klee_make_symbolic(&c, 1, "c");
  char *a = malloc(32), *b = malloc(32), *d = malloc(32);
  memset(b, 7, 32);
  move(a, b, 32); // backwards
  move(b, a, 32); // forwards
  if (c)
    move(a, d, 32); // forwards
  return forwards;
}
