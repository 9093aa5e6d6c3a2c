//@ paths: 7
//@ exit: 0,1
#include <klee/klee.h>
// Byte by byte: wrong at one of six places, or right.
static int check(const char *guess) {
  static const char secret[6] = {'s', 'e', 'c', 'r', 'e', 't'};
  for (int i = 0; i < 6; i++)
    if (guess[i] != secret[i])
      return 0;
  return 1;
}
int main(void) {
  char guess[6];
  klee_make_symbolic(guess, sizeof guess, "guess");
  return check(guess);
}
