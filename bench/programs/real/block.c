// memset and memcpy of a length up to 4,096 that is not known. Two paths are enough: the byte at 100 was copied or not.
#include <string.h>

#include <klee/klee.h>

static char from[4096], to[4096];

int main(void) {
  unsigned length;
  klee_make_symbolic(&length, sizeof length, "length");
  klee_assume(length <= sizeof to);
  memset(from, 'x', length);
  memcpy(to, from, length);
  return to[100] == 'x';
}
