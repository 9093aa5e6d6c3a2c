/* All that rounds, under each rounding mode, bit by bit. */
#include <fenv.h>
#include <float.h>
#include <math.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#pragma STDC FENV_ACCESS ON

static unsigned hash = 2166136261u;
static void mix(const void *at, size_t size) {
  const unsigned char *bytes = at;
  for (size_t i = 0; i < size; i++) hash = (hash ^ bytes[i]) * 16777619u;
}
static void flush(const char *what) {
  printf("%s %08x\n", what, hash);
  hash = 2166136261u;
}

#define ARITHMETIC(T, NAME, SIZE, FMA, SQRT, RINT, NEARBY, LRINT)                                  \
  static void NAME(void) {                                                                        \
    static const T values[] = {0.0, -0.0, 1, -1, 3, 0.1, -0.1, 1e10, 7.5, -2.5, 0.5, 1.5, 1e-30,  \
                               -1e30, 16777217, 2147483647.5};                                    \
    const int count = sizeof values / sizeof *values;                                             \
    for (int i = 0; i < count; i++) {                                                             \
      volatile T a = values[i] / 3 * 3, root = SQRT(a < 0 ? -a : a);                              \
      volatile T near = RINT(a), also = NEARBY(a);                                                \
      mix((T *)&root, SIZE), mix((T *)&near, SIZE), mix((T *)&also, SIZE);                        \
      volatile long whole = a > -1e9 && a < 1e9 ? LRINT(a) : 0;                                   \
      mix((long *)&whole, sizeof whole);                                                          \
      for (int j = 0; j < count; j++) {                                                           \
        volatile T b = values[j];                                                                 \
        volatile T all[] = {a + b, a - b, a * b, b != 0 ? a / b : a, FMA(a, b, values[3])};       \
        for (int k = 0; k < 5; k++) mix((T *)&all[k], SIZE);                                      \
      }                                                                                           \
    }                                                                                             \
    flush(#T);                                                                                    \
  }
ARITHMETIC(float, floats, 4, fmaf, sqrtf, rintf, nearbyintf, lrintf)
ARITHMETIC(double, doubles, 8, fma, sqrt, rint, nearbyint, lrint)
ARITHMETIC(long double, long_doubles, 10, fmal, sqrtl, rintl, nearbyintl, lrintl)

static void conversions(void) {
  static const double values[] = {0.1, -0.1, 1e300, -1e300, 1e-320, 16777217, 1.0 / 3, 5e-324};
  static const int64_t integers[] = {INT64_MAX, INT64_MIN, INT64_MAX - 1, 16777217, -16777217,
                                     9007199254740993, -9007199254740993};
  for (int i = 0; i < 8; i++) {
    volatile double d = values[i];
    volatile long double l = d / 3.0L;
    volatile float f = (float)d, g = (float)l;
    volatile double e = (double)l, small = scalbn(d, -5);
    mix((float *)&f, 4), mix((float *)&g, 4), mix((double *)&e, 8), mix((double *)&small, 8);
  }
  flush("narrower");
  for (int i = 0; i < 7; i++) {
    volatile int64_t n = integers[i];
    volatile uint64_t u = n;
    volatile float a = n, b = u;
    volatile double c = n, d = u;
    volatile long double e = u;
    mix((float *)&a, 4), mix((float *)&b, 4), mix((double *)&c, 8), mix((double *)&d, 8);
    mix((long double *)&e, 10);
  }
  flush("integers");
}

int main(void) {
  static const int modes[] = {FE_TONEAREST, FE_UPWARD, FE_DOWNWARD, FE_TOWARDZERO};
  fenv_t before;
  fegetenv(&before);
  for (int i = 0; i < 4; i++) {
    int failed = fesetround(modes[i]);
    printf("mode %d: %d %d %d\n", i, failed, fegetround() == modes[i], __builtin_flt_rounds());
    floats(), doubles(), long_doubles(), conversions();
    volatile double third = 1.0;
    third /= 3;
    printf("%.3f %.10e %ld\n", third, -third, (long)(strtod("0.1", 0) * 1e16));
  }
  printf("%d\n", fesetround(12345) != 0);
  fesetenv(&before);
  printf("%d\n", fegetround() == FE_TONEAREST);
  fesetround(FE_UPWARD);
  fesetenv(FE_DFL_ENV);
  return fegetround();
}
