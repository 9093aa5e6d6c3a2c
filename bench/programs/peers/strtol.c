// The library's strtol on four symbolic characters.
#include <klee/klee.h>
#include <stdlib.h>

int main(void) {
  char text[5];
  klee_make_symbolic(text, sizeof text, "text");
  text[4] = 0;
  return strtol(text, 0, 0) == 77;
}
