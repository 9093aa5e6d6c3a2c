//@ paths: 15
#include <klee/klee.h>
// Each byte ends the loop ('x'), is skipped ('a') or counted: 1 + 2 (1 + 2 (1 + 2)) = 15.
int main(void) {
  char s[3];
  klee_make_symbolic(s, sizeof s, "s");
  int counted = 0;
  for (int i = 0; i < 3; i++) {
    if (s[i] == 'x')
      break;
    if (s[i] == 'a')
      continue;
    counted++;
  }
  return counted > 3;
}
