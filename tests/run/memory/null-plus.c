//@ paths: 2
//@ exit: 0
#include <stddef.h>
#include <klee/klee.h>
struct big { int head, tail; };
static struct big thing;
int main(void) {
  unsigned char c;
  klee_make_symbolic(&c, 1, "c");
  struct big *p = &thing;
  if (c == 1)
    p = NULL;
  p->tail = 1; //~ FAULT null-dereference
  return 0;
}
