//@ brute: m in 0..3, n in -8..8
//@ cflags: -frounding-math
//@ exit: 0,1,2,3
// The mode is the path's, and symbolic floats are rounded by it.
#include <fenv.h>
#include <klee/klee.h>
int main(void) {
  static const int modes[] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
  unsigned char m;
  signed char n;
  klee_make_symbolic(&m, 1, "m");
  klee_make_symbolic(&n, 1, "n");
  klee_assume(m < 4 & n >= -8 & n <= 8);
  if (fesetround(modes[m]))
    return 9;
  float third = n / 3.0f;
  fesetround(FE_TONEAREST);
  float nearest = n / 3.0f;
  if (third == nearest)
    return 0;
  if (fegetround() != FE_TONEAREST)
    return 9;
  if (third > nearest)
    return 1;
  if (n < 0)
    return 2;
  return 3;
}
