//@ exit: 0
//@ paths: 40
//@ options: --check=infinite-loop
//@ by-number
#include <klee/klee.h>
// What klee_get_value says depends on what the path has excluded, though nothing else differs from round to round.
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, 1, "x");
  klee_assume(x < 40);
  while (x != (unsigned char)klee_get_value_i32(x))
    ;
  return 0;
}
