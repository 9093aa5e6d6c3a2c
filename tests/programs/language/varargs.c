#include <stdarg.h>
#include <stdio.h>
struct pair { int a; double b; };
struct large { long v[5]; };
struct two { long a, b; };
struct three { char c[3]; };
struct floats { float a, b, c; };
typedef int four __attribute__((vector_size(16)));
typedef float half __attribute__((vector_size(8)));
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
    case 't': { struct two t = va_arg(args, struct two); printf("t%ld,%ld ", t.a, t.b); break; }
    case '3': { struct three t = va_arg(args, struct three); printf("3%d,%d,%d ", t.c[0], t.c[1], t.c[2]); break; }
    case 'f': { struct floats f = va_arg(args, struct floats); printf("f%g,%g,%g ", f.a, f.b, f.c); break; }
    case 'x': { __int128 x = va_arg(args, __int128); printf("x%lx,%lx ", (long)(x >> 64), (long)x); break; }
    case 'c': { _Complex double c = va_arg(args, _Complex double); printf("c%g,%g ", __real__ c, __imag__ c); break; }
    case '4': { four v = va_arg(args, four); printf("4%d,%d,%d,%d ", v[0], v[1], v[2], v[3]); break; }
    case '2': { half v = va_arg(args, half); printf("2%g,%g ", v[0], v[1]); break; }
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
  // Registers run out for a structure while one is left, which a later argument takes.
  struct two t = {8, 9};
  struct three h = {{1, 2, 3}};
  struct floats f = {1, 2, 3};
  __int128 x = ((__int128)5 << 64) + 7;
  _Complex double c = 2.5;
  four v = {1, 2, 3, 4};
  half u = {.5, .25};
  mixed("iiiitil", 1, 2, 3, 4, t, 5, 6L);
  mixed("iiitil", 1, 2, 3, t, 5, 6L);
  mixed("iiiii3i3", 1, 2, 3, 4, 5, h, 6, h);
  mixed("xix", x, 2, x + 1);
  mixed("icdf4dc2cf", 9, c, 1.5, f, v, 2.5, c + 1, u, c + 2, f);
  mixed("issssssssi", 1, p, p, p, p, p, p, p, p, 2);
  mixed("idddddddsdi", 1, 1., 2., 3., 4., 5., 6., 7., p, 8., 3);
  char text[64];
  snprintf(text, sizeof text, "%5.2f|%-6d|%06x|%s|%c|%lld|%Lf", 3.14159, 42, 0xbeef, "s", 'c', -1LL, 1.5L);
  puts(text);
  return 0;
}
