#include <float.h>
#include <math.h>
#include <stdio.h>
int main(int argc, char **argv) {
  volatile double zero = 0.0, one = 1.0, third = 1.0 / 3;
  volatile float f = 0.1f;
  volatile long double l = 1.0L / 3;
  printf("%.17g %.9g %.20Lg\n", third, f, l);
  printf("%g %g %g %d\n", one / zero, -one / zero, zero / zero, isnan(zero / zero));
  printf("%.20Lg %.20Lg\n", l * l + 1e-19L, sqrtl(l));
  printf("%d %d %u %ld %lu\n", (int)-3.99, (int)(f * 1000), (unsigned)3e9, (long)-1e18, (unsigned long)1.8e19);
  printf("%g %g %g\n", (double)(float)third, (double)-7L, (double)0xffffffffffffffffUL);
  printf("%.15g %.15g %.15g %.15g\n", sin(one), exp(one), pow(2.5, third), log(10 * one));
  printf("%g %g %g %g %g\n", floor(-2.5), ceil(-2.5), trunc(-2.5), round(-2.5), rint(-2.5));
  printf("%g %g %g\n", fmod(10.5, 3), fma(third, 3, -1), hypot(3 * one, 4));
  printf("%a %a\n", third, (double)f);
  printf("%g %g\n", fmin(zero / zero, 2), fmax(one, 3));
  printf("%d%d%d%d\n", zero / zero < one, !(zero / zero >= one), one == 1.0f, third != (float)third);
  printf("%.6f %e %G\n", 1e15 / 7, DBL_MIN / 4, 1e-300 * one);
  return 0;
}
