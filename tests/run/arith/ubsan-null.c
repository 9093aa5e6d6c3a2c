//@ cflags: -fsanitize=null
//@ paths: 2
//@ exit: 7
#include <stddef.h>
#include <klee/klee.h>
// A member of a null pointer, found by the compiler's check before the access.
struct node { int value; };
static struct node real = {7};
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, 1, "x");
  struct node *p = &real;
  if (x == 1)
    p = NULL;
  return p->value; //~ FAULT null-dereference
}
