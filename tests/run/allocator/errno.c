// Where the allocator fails, `errno` says why; where it does not, `errno` stays.
//@ paths: 8
//@ exit: 0,1,2,3,4,5,6,7
#include <errno.h>
#include <stdint.h>
#include <stdlib.h>
#include <klee/klee.h>

int main(void) {
  volatile size_t most = SIZE_MAX / 2 + 1;
  int c = klee_range(0, 8, "c");
  void *p = NULL, *old = malloc(8);
  errno = 0;
  switch (c) {
  case 0:
    return malloc(8) && calloc(2, 8) && realloc(old, 0) == NULL && !errno ? 0 : 10;
  case 1:
    return !malloc(most) && errno == ENOMEM ? 1 : 11;
  case 2:
    return !calloc(most, 2) && errno == ENOMEM ? 2 : 12;
  case 3:
    return !calloc(most, 1) && errno == ENOMEM ? 3 : 13;
  case 4:
    return !realloc(old, most) && errno == ENOMEM ? 4 : 14;
  case 5:
    return posix_memalign(&p, 24, 8) == EINVAL && !p ? 5 : 15;
  case 6:
    return posix_memalign(&p, 64, most) == ENOMEM && !p ? 6 : 16;
  default:
    errno = EDOM;
    return !posix_memalign(&p, 64, 8) && p && errno == EDOM ? 7 : 17;
  }
}
