//@ options: --check=uninitialised
//@ exhaustive: no
//@ paths: 1
#include <klee/klee.h>
int main(void) {
  int a[3], sum;
  klee_make_symbolic(a, sizeof a, "a");
  for (int i = 0; i < 3; i++)
    sum += a[i];
  if (sum > 0) //~ FAULT uninitialised-use: a 4-byte local sum
    return 1;
  return 0;
}
