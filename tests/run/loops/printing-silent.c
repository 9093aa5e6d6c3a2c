// Of the two loops only the silent one is asked for.
//@ options: --check=infinite-loop --max-instructions=200000
//@ exhaustive: no
#include <klee/klee.h>
#include <unistd.h>

int main(void) {
  unsigned char c;
  klee_make_symbolic(&c, 1, "c");
  if (c == 1)
    for (;;)
      write(1, "y", 1);
  while (c & 2) { //~ FAULT infinite-loop
  }
  return 0;
}
