// The comparison of a few bytes is one question, not one for each of them.
//@ paths: 3
//@ brute: a in 240..300, b in 250..260
#include <klee/klee.h>
#include <string.h>

int main(void) {
  unsigned short a, b;
  klee_make_symbolic(&a, sizeof a, "a");
  klee_make_symbolic(&b, sizeof b, "b");
  klee_assume(a >= 240);
  klee_assume(a <= 300);
  klee_assume(b >= 250);
  klee_assume(b <= 260);
  int order = memcmp(&a, &b, sizeof a);
  if (order == 0) return 0;
  if (order < 0) return 1;
  return 2;
}
