//@ paths: 9
//@ exit: 0,1,2
#include <klee/klee.h>
// A digit, an operator, a digit: is it five?
int main(void) {
  char s[3];
  klee_make_symbolic(s, sizeof s, "s");
  if (s[0] < '0' || s[0] > '9' || s[2] < '0' || s[2] > '9')
    return 2;
  int a = s[0] - '0', b = s[2] - '0', r;
  switch (s[1]) {
  case '+': r = a + b; break;
  case '-': r = a - b; break;
  default: return 2;
  }
  if (r == 5)
    return 1;
  return 0;
}
