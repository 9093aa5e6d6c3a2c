//@ paths: 2
//@ exit: 0,1
#include <errno.h>
#include <klee/klee.h>
int main(void) {
  int x = klee_int("x");
  errno = 0;
  (void)klee_get_errno();
  if (x == 3)
    return 1;
  return 0;
}
