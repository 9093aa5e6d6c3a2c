//@ paths: 3
//@ exit: 1,2,3
#include <klee/klee.h>
// x in 1..9 reaches at least 10 after at most three additions of 4: one path for each count.
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, 1, "x");
  klee_assume(x >= 1);
  klee_assume(x <= 9);
  int rounds = 0;
  do {
    x += 4;
    rounds++;
  } while (x < 10);
  return rounds;
}
