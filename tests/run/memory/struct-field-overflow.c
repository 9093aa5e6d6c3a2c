//@ paths: 2
//@ exit: 0
#include <assert.h>
#include <klee/klee.h>
// Overrunning a member stays inside the object: no fault, but the neighbour changes.
struct record { char name[4]; char grade; };
int main(void) {
  struct record r = {"abc", 5};
  unsigned char i;
  klee_make_symbolic(&i, 1, "i");
  klee_assume(i <= 4);
  ((char *)&r)[i] = 'x';
  assert(r.grade == 5); //~ FAULT assertion
  return 0;
}
