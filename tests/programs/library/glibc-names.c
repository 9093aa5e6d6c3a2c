// Names that glibc's headers call.
#include <math.h>
#include <stdio.h>
int __isinff(float), __isnanf(float), __finitef(float), __signbitf(float);
int __isinfl(long double), __isnanl(long double), __finitel(long double), __signbitl(long double);
int __isinf(double), __isnan(double), __finite(double), __signbit(double);
int main(void) {
  volatile double values[] = {0.0, -0.0, 1.5, -1.5, INFINITY, -INFINITY, NAN};
  for (int i = 0; i < 7; i++) {
    double v = values[i];
    printf("%d %d %d %d\n", __isinf(v), __isnan(v) != 0, __finite(v) != 0, __signbit(v) != 0);
    printf("%d %d %d %d\n", __isinff(v), __isnanf(v) != 0, __finitef(v) != 0, __signbitf(v) != 0);
    printf("%d %d %d %d\n", __isinfl(v), __isnanl(v) != 0, __finitel(v) != 0, __signbitl(v) != 0);
  }
  return 0;
}
