// A loop that prints only before it begins is silent; one that prints in every fourth round is not.
//@ options: --check=infinite-loop --check=endless-output
//@ exit: 0
#include <klee/klee.h>
#include <unistd.h>

int main(void) {
  unsigned char c;
  klee_make_symbolic(&c, 1, "c");
  if (c == 1) {
    write(1, "begin", 5);
    for (;;) { //~ FAULT infinite-loop
    }
  }
  if (c == 2)
    for (unsigned i = 0;; i = (i + 1) & 3)
      if (i == 0) //~ FAULT endless-output
        write(2, "round", 5);
  return 0;
}
