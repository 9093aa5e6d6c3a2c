//@ paths: 6
//@ exit: 0,1
#include <klee/klee.h>
// Accepts ab* over three bytes: rejected at byte 0, 1 or 2, ended by NUL at byte 1 or 2, or "abb".
int main(void) {
  char s[3];
  klee_make_symbolic(s, sizeof s, "s");
  int i = 0;
  if (s[i++] != 'a')
    goto reject;
more:
  if (i == 3)
    goto accept;
  if (s[i] == 0)
    goto accept;
  if (s[i++] == 'b')
    goto more;
reject:
  return 1;
accept:
  if (s[0] == 'z')
    return 2;
  return 0;
}
