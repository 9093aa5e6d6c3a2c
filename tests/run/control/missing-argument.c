// A function that Strata provides is passed too little, as one of the program may be.
//@ paths: 2
//@ exit: 0
//@ replay: off a call with the wrong type has no sanitizer
#include <klee/klee.h>
#include <stdlib.h>
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, 1, "x");
  void *(*f)(size_t) = malloc;
  if (x == 5)
    f = (void *(*)(size_t))(void (*)(void))aligned_alloc;
  free(f(16)); //~ FAULT mismatched-call
  return 0;
}
