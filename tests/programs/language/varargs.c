#include <stdarg.h>
#include <stdio.h>
struct pair { int a; double b; };
struct large { long v[5]; };
static void mixed(const char *kinds, ...) {
  va_list args, copy;
  va_start(args, kinds);
  va_copy(copy, args);
  for (const char *k = kinds; *k; k++) {
    switch (*k) {
    case 'i': printf("i%d ", va_arg(args, int)); break;
    case 'l': printf("l%ld ", va_arg(args, long)); break;
    case 'd': printf("d%g ", va_arg(args, double)); break;
    case 'e': printf("e%Lg ", va_arg(args, long double)); break;
    case 'p': printf("p%s ", va_arg(args, char *)); break;
    case 's': { struct pair p = va_arg(args, struct pair); printf("s%d,%g ", p.a, p.b); break; }
    case 'L': { struct large l = va_arg(args, struct large); printf("L%ld,%ld ", l.v[0], l.v[4]); break; }
    }
  }
  printf("first again: %d\n", va_arg(copy, int));
  va_end(copy);
  va_end(args);
}
int main(void) {
  struct pair p = {7, 2.5};
  struct large l = {{1, 2, 3, 4, 5}};
  mixed("iildpsLed", 1, -2, 3L, 4.5, "five", p, l, 6.25L, 7.5);
  mixed("iiiiiiiidddddddddd", 1, 2, 3, 4, 5, 6, 7, 8, 1., 2., 3., 4., 5., 6., 7., 8., 9., 10.);
  char text[64];
  snprintf(text, sizeof text, "%5.2f|%-6d|%06x|%s|%c|%lld|%Lf", 3.14159, 42, 0xbeef, "s", 'c', -1LL, 1.5L);
  puts(text);
  return 0;
}
