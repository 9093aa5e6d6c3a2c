// What is no power of two is no alignment, and `errno` says so.
//@ paths: 8
//@ exit: 0,1
//@ replay: off some C libraries take the next power of two
#include <errno.h>
#include <malloc.h>
#include <stdlib.h>
#include <klee/klee.h>

int main(void) {
  size_t align = klee_range(1, 65, "align");
  errno = 0;
  if (!aligned_alloc(align, 64))
    return errno == EINVAL && (align & (align - 1)) ? 1 : 2;
  return errno || (align & (align - 1)) ? 3 : 0;
}
