// A component of 256 bytes is longer than any name; where it ends depends on input.
//@ brute: k in 240..270, c in 0..2
#include <errno.h>
#include <klee/klee.h>
#include <string.h>
#include <sys/stat.h>

int main(void) {
  static char name[600];
  unsigned short k;
  unsigned char c;
  klee_make_symbolic(&k, sizeof k, "k");
  klee_make_symbolic(&c, sizeof c, "c");
  klee_assume(k >= 240);
  klee_assume(k <= 270);
  klee_assume(c <= 2);
  memset(name, 'a', sizeof name - 1);
  name[k] = "/a"[c == 0] * (c != 2);
  name[k + 250] = 0;
  struct stat info;
  if (stat(name, &info) == 0)
    return 1;
  return errno == ENAMETOOLONG ? 2 : errno == ENOENT ? 3 : 4;
}
