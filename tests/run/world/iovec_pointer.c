// A buffer of a vectored write that is one of two: the kernel has to know which. One is picked.
//@ exhaustive: no
//@ exit: 0
//@ paths: 1
#include <klee/klee.h>
#include <sys/uio.h>
#include <unistd.h>

int main(void) {
  char first[4] = "abc", second[4] = "xyz";
  char *both[2] = {first, second};
  unsigned which;
  klee_make_symbolic(&which, sizeof which, "which");
  klee_assume(which < 2);
  struct iovec part = {both[which], 3};
  return writev(1, &part, 1) != 3;
}
