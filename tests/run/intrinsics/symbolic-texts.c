//@ paths: 1
//@ exit: 0
#include <klee/klee.h>
// What a program only says is nothing to its path, whatever the text is.
int main(void) {
  char text[8];
  klee_make_symbolic(text, sizeof text, "text");
  klee_warning(text);
  klee_warning_once(text);
  klee_print_expr(text, text[0]);
  klee_print_range(text, text[1]);
  return 0;
}
