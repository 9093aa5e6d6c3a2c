//@ paths: 4
//@ exit: 0,1
#include <klee/klee.h>
// Only two bytes of the object are symbolic.
int main(void) {
  char s[4] = "abcd";
  klee_make_symbolic(s + 1, 2, "middle");
  if (s[0] != 'a' || s[3] != 'd')
    return 2;
  if (s[1] == 'c')
    return 1;
  if (s[2] == 'c')
    return 1;
  if (s[1] == 'a')
    return 1;
  return 0;
}
