//@ also: -O1
//@ paths: 1
//@ exit: 0
#include <assert.h>
#include <string.h>
#include <klee/klee.h>
struct pair { char c; int i; };
// The program itself moves the structure as one long.
int main(void) {
  struct pair p, q;
  p.c = 'x';
  klee_make_symbolic(&p.i, sizeof p.i, "i");
  long word;
  memcpy(&word, &p, sizeof word);
  memcpy(&q, &word, sizeof word);
  assert((q.c == 'x') & (q.i == p.i));
  return 0;
}
