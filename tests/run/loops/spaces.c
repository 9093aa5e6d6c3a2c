//@ exit: 0,1,2
//@ options: --check=infinite-loop
#include <klee/klee.h>
// Reduced from a bug of ptx: the pointer stays where it is.
static int words(const char *s) {
  int n = 0;
  while (*s) {
    while (*s == ' ') //~ FAULT infinite-loop
      ;
    n++, s++;
  }
  return n;
}
int main(void) {
  char text[3];
  klee_make_symbolic(text, sizeof text, "text");
  klee_assume(text[2] == 0);
  return words(text);
}
