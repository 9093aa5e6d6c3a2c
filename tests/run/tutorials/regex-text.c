//@ paths: 60
//@ tests: 60
//@ exit: 0
#include <klee/klee.h>
// The pattern a*b$ against 20 symbolic bytes without a terminator. After k letters a: 3 paths for each
// k < 19 (no b, the end, something more), 2 for k = 19, 1 for k = 20.
static int match(const char *text) {
  while (*text == 'a') //~ FAULT out-of-bounds
    text++;
  if (*text++ != 'b')
    return 0;
  if (*text == '\0') //~ FAULT out-of-bounds
    return 1;
  return 0;
}
int main(void) {
  char text[20];
  klee_make_symbolic(text, sizeof text, "text");
  match(text);
  return 0;
}
