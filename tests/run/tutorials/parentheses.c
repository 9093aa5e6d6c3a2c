//@ paths: 43
//@ exit: 0,1
#include <klee/klee.h>
// Balanced or not; anything else is skipped.
int main(void) {
  char s[4];
  klee_make_symbolic(s, sizeof s, "s");
  int depth = 0;
  for (int i = 0; i < 4; i++) {
    if (s[i] == '(')
      depth++;
    else if (s[i] == ')')
      depth--;
    if (depth < 0)
      return 1;
  }
  if (depth == 0)
    return 0;
  return 1;
}
