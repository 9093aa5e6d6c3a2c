//@ also: -O1
//@ by-number
//@ exit: 0
#include <assert.h>
#include <klee/klee.h>
// The lesser of two pointers into different objects: whichever it is, the write goes there.
int main(void) {
  char a[8] = {0}, b[8] = {0};
  unsigned char i, j;
  klee_make_symbolic(&i, 1, "i");
  klee_make_symbolic(&j, 1, "j");
  klee_assume(i < 8);
  klee_assume(j < 8);
  char *q = a + i < b + j ? a + i : b + j;
  *q = 7;
  assert((a[i] == 7) ^ (b[j] == 7));
  return 0;
}
