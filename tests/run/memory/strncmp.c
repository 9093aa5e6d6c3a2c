//@ exit: 0,1
#include <string.h>
#include <klee/klee.h>
int main(void) {
  char s[3];
  klee_make_symbolic(s, sizeof s, "s");
  if (strncmp(s, "bay", 2) == 0)
    return 1;
  return 0;
}
