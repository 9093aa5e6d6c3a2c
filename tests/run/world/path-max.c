// A path of 4,096 bytes is too long; where it ends depends on input, and what comes after that many bytes is not read.
//@ brute: k in 0..9
#include <errno.h>
#include <klee/klee.h>
#include <sys/stat.h>

int main(void) {
  static char name[4100];
  unsigned char k;
  klee_make_symbolic(&k, 1, "k");
  klee_assume(k <= 9);
  for (unsigned i = 0; i < sizeof name; i++)
    name[i] = i % 2 ? '/' : '.';
  name[4090 + k] = 0;
  struct stat info;
  if (stat(name, &info) == 0)
    return 1;
  return errno == ENAMETOOLONG ? 2 : 3;
}
