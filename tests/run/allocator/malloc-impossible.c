//@ paths: 1
//@ exit: 0
#include <stdint.h>
#include <stdlib.h>
#include <klee/klee.h>
// No process has objects of such sizes: that they fail cuts nothing short.
int main(void) {
  if (malloc((size_t)-1) || malloc(SIZE_MAX / 4) || calloc((size_t)1 << 33, (size_t)1 << 33))
    return 2;
  return 0;
}
