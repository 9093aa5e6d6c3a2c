//@ exit: 2,3,4
#include <string.h>
#include <klee/klee.h>
int main(void) {
  char s[3], t[8] = "ab";
  klee_make_symbolic(s, sizeof s, "s");
  klee_assume(s[2] == 0);
  strcat(t, s);
  switch (strlen(t)) {
  case 2: return 2;
  case 3: return 3;
  default: return 4;
  }
}
