//@ paths: 4
//@ exit: 0,1
#include <klee/klee.h>
// Differs at byte 0, 1 or 2, or does not.
static int differ(const char *s, const char *t, int n) {
  for (int i = 0; i < n; i++)
    if (s[i] != t[i])
      return 1;
  return 0;
}
int main(void) {
  char s[4];
  klee_make_symbolic(s, sizeof s, "s");
  return differ(s, "bay", 3);
}
