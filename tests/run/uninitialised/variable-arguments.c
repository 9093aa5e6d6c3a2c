//@ options: --check=uninitialised
//@ paths: 1
#include <stdarg.h>
static int nth(int n, ...) {
  va_list list;
  va_start(list, n);
  int value = 0;
  for (int i = 0; i < n; i++)
    value = va_arg(list, int);
  va_end(list);
  return value;
}
int main(void) {
  int x;
  if (nth(2, 1, 7, x) != 7)
    return 2;
  if (nth(3, 1, 7, x) == 9) //~ FAULT uninitialised-use: a 4-byte local x
    return 1;
  return 0;
}
