// Programs that print much, and come to an end or count.
//@ options: --check=infinite-loop --check=endless-output
//@ exit: 0
#include <klee/klee.h>
#include <stdio.h>

int main(void) {
  unsigned char c;
  klee_make_symbolic(&c, 1, "c");
  for (int i = 0; i < 3000; i++)
    putchar(c > 9 ? 'a' : 'b');
  if (c == 3)
    for (unsigned char k = 1; k; k++)
      puts("again");
  return 0;
}
