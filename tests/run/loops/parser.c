//@ exit: 0,1,2
//@ options: --check=infinite-loop
#include <klee/klee.h>
// A parser that does not get past a character it does not know.
int main(void) {
  char text[3];
  klee_make_symbolic(text, sizeof text, "text");
  klee_assume(text[2] == 0);
  int i = 0, digits = 0;
  while (text[i]) { //~ FAULT infinite-loop
    if (text[i] >= '0' && text[i] <= '9')
      digits++, i++;
    else if (text[i] == ' ')
      i++;
  }
  return digits;
}
