// It prints the same for ever for some inputs, which is told as what it is, and ends for others.
//@ options: --check=endless-output
//@ exit: 0
#include <klee/klee.h>
#include <stdio.h>

int main(void) {
  unsigned char c;
  klee_make_symbolic(&c, 1, "c");
  while (c & 1) //~ FAULT endless-output
    puts("y");
  return 0;
}
