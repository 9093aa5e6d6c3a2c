//@ paths: 4
//@ exit: 0
#include <klee/klee.h>
// The classic: copies a string into a buffer that is too short by one.
int main(void) {
  char s[4], t[3];
  klee_make_symbolic(s, sizeof s, "s");
  klee_assume(s[3] == 0);
  int i = 0;
  while ((t[i] = s[i])) //~ FAULT out-of-bounds
    i++;
  return 0;
}
