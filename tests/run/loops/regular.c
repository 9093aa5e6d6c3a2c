//@ exit: 0,1
//@ options: --check=infinite-loop
#include <klee/klee.h>
// Reduced from a matcher: an empty match of what is repeated.
static const char *star(const char *text, char c) {
  const char *at = text;
  for (;;) {
    const char *next = at; //~ FAULT infinite-loop
    while (*next == c)
      next++;
    if (*next == 0 && next != at)
      return next;
    if (*next && next != at)
      return at;
    at = next;
  }
}
int main(void) {
  char text[3];
  klee_make_symbolic(text, sizeof text, "text");
  klee_assume(text[2] == 0);
  return *star(text, 'a') != 0;
}
