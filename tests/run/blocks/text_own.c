// A function of the program is not replaced, whatever its name.
//@ paths: 1
//@ exit: 0
//@ cflags: -fno-builtin
#include <klee/klee.h>
#include <string.h>

int strcmp(const char *a, const char *b) { return 42; }
char *strchrnul(const char *s, int c) { return 0; }
char *stpcpy(char *to, const char *from) { return to; }

int main(void) {
  char c, text[2] = "a";
  klee_make_symbolic(&c, 1, "c");
  text[0] = c;
  klee_assert(strcmp(text, "a") == 42);
  klee_assert(strchrnul(text, 'a') == 0);
  klee_assert(stpcpy(text, "bcdefg") == text);
  return 0;
}
