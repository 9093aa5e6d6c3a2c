//@ paths: 2
//@ exit: 0,1
#include <klee/klee.h>
// A wish constrains nothing: both sides are still feasible.
int main(void) {
  char s[2];
  klee_make_symbolic(s, sizeof s, "s");
  klee_prefer_cex(s, (s[0] >= 'a') & (s[0] <= 'z'));
  klee_prefer_cex(s, s[1] == s[0]);
  if (s[0] == 0)
    return 1;
  return 0;
}
