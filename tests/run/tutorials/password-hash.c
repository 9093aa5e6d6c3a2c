//@ paths: 2
//@ exit: 0
#include <assert.h>
#include <klee/klee.h>
// A weak hash of four bytes is turned round by the solver.
int main(void) {
  unsigned char guess[4];
  klee_make_symbolic(guess, sizeof guess, "guess");
  unsigned hash = 17;
  for (int i = 0; i < 4; i++)
    hash = hash * 31 + guess[i];
  assert(hash != 0x01234567); //~ FAULT assertion
  return 0;
}
