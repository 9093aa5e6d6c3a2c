//@ exit: 0
#include <string.h>
#include <klee/klee.h>
int main(void) {
  char s[3];
  klee_make_symbolic(s, sizeof s, "s");
  if (strlen(s) > 2) //~ FAULT out-of-bounds
    return 1;
  return 0;
}
