//@ paths: 2
//@ exit: 0,1
#include <strata.h>
int main(void) {
  int x;
  strata_make_symbolic(&x, sizeof x, "x");
  strata_assume(x > 0);
  if (x == strata_get_value_i32(5))
    return 1;
  return 0;
}
