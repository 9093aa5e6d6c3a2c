//@ exit: 0
//@ paths: 2
//@ options: --check=infinite-loop
#include <klee/klee.h>
// A loop that only calls the C library.
#include <string.h>
int main(void) {
  unsigned char x;
  char text[8] = "abc";
  klee_make_symbolic(&x, 1, "x");
  if (x == 1)
    text[1] = 0;
  while (strlen(text) < 3) //~ FAULT infinite-loop
    strchr(text, 'x');
  return 0;
}
