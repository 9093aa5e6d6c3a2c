//@ exit: 0,1,2,3
#include <string.h>
#include <klee/klee.h>
// Where the first '=' is.
int main(void) {
  char s[4];
  klee_make_symbolic(s, sizeof s, "s");
  klee_assume(s[3] == 0);
  char *p = strchr(s, '=');
  if (!p)
    return 3;
  for (int i = 0; i < 3; i++)
    if (p == s + i)
      return i;
  return 50;
}
