//@ paths: 2
//@ exit: 0,1
#include <klee/klee.h>
#include <stdlib.h>
struct pair {
  char c;
  int i;
};
int main(void) {
  struct pair a, b[3];
  klee_make_symbolic(&a.i, sizeof a.i, "i");
  a.c = 1;
  for (int k = 0; k < 3; k++)
    b[k] = a;
  return b[2].i == 5 ? b[1].c : 0;
}
