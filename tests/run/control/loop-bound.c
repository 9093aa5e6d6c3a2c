//@ options: --no-loop-summaries
//@ paths: 9
//@ exit: 0,1,2,3,4,5,6,7,8
//@ brute: n in 0..255
#include <klee/klee.h>
// One path for each number of rounds, 0 to 8.
int main(void) {
  unsigned char n;
  klee_make_symbolic(&n, sizeof n, "n");
  klee_assume(n <= 8);
  int rounds = 0;
  for (int i = 0; i < n; i++)
    rounds++;
  return rounds;
}
