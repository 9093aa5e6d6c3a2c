//@ exit: 0,1,2
#include <string.h>
#include <klee/klee.h>
int main(void) {
  char s[3];
  klee_make_symbolic(s, sizeof s, "s");
  int r = memcmp(s, "bcd", 3);
  if (r == 0)
    return 0;
  if (r < 0)
    return 1;
  return 2;
}
