//@ exit: 0,1,2,3,4,5,6,7,8
//@ options: --check=infinite-loop
#include <klee/klee.h>
// Symbolic values that change each time.
int main(void) {
  unsigned char a;
  klee_make_symbolic(&a, sizeof a, "a");
  int rounds = 0;
  while (a) {
    a >>= 1;
    rounds++;
  }
  return rounds;
}
