// Types and values: wide integers, odd floats, complex numbers, bit-fields, unions, layouts.
#include <complex.h>
#include <math.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>
#include <wchar.h>

struct bits {
  unsigned a : 3;
  signed b : 7;
  unsigned long long c : 40;
  _Bool d : 1;
  unsigned : 0;
  int e : 31;
};
#pragma pack(push, 1)
struct packed {
  char tag;
  double value;
  short tail[3];
};
#pragma pack(pop)
union any {
  long i;
  double d;
  char text[12];
  struct packed p;
};
struct node {
  struct node *next;
  union any value;
  struct bits flags;
  int (*visit)(struct node *, void (*)(const char *, ...));
};
struct flexible {
  int count;
  struct node items[];
};
struct opaque;
struct opaque *make(struct flexible *);

struct bits fields = {5, -3, 0xabcdef0123, 1, -7};
struct packed tight = {'x', 2.5, {1, -2, 3}};
union any anything = {.text = "bytes\x00\xff\"\\"};
union any second = {.d = 0.1};
struct node list[] = {{list + 1, {.i = 1}}, {0, {.p = {1, 2, {3}}}, {1, 2, 3, 0, 4}}};
const wchar_t *greeting = L"gr\u00fc\u00df dich";
const wchar_t wide_array[8] = L"w\u4e16";
const uint16_t sixteen[] = u"\U0001f600";
long double extended[] = {0.0L, 1.0L, -1.1L, 1e4000L, INFINITY, NAN};
double doubles[] = {0.1, -0.0, 1.5, 123456.0, 1234567.0, 1e-320, INFINITY, -INFINITY, NAN, 3e22};
float floats[] = {0.1f, 0.25f, 1e-40f, 16777216.0f, INFINITY, 9.999999e20f};
__float128 quad = 1.25;
__int128 huge = ((__int128)0x0123456789abcdef << 64) | 0xfedcba9876543210;
unsigned __int128 all_ones = -1;
_Complex double unit = 1.0 + 2.0i;
_Complex float csingle = 3.0f;
char sparse[100000] = {[99999] = 1};
int holes[64] = {1, [10] = 2, [60] = 3};
double matrix[3][4] = {{1, 2}, {0}, {3, 4, 5, 6}};
signed char negative[] = {-1, -128, 127};
short shorts[] = {-1, 300};
long long longs[] = {-1, 1LL << 62};
void *mixed[] = {&fields, &list[1].flags, (char *)&tight + 3, (void *)0x1234, &sparse[500], make};
uintptr_t distance = (uintptr_t)&list[1] + 5;

int get(struct bits *b, int n) {
  b->b = n;
  b->c += b->a;
  b->d = n > 3;
  return b->e + b->b;
}
__int128 arithmetic(__int128 a, unsigned __int128 b) {
  return a * (__int128)b / 3 - (a >> 70) + (a << 5 ^ -b) % 1000000007;
}
_Complex double rotate(_Complex double z) { return z * unit + conj(z) / csingle; }
long double mixed_sum(long double a, double b, float c, long long d, unsigned long e) {
  return a + b * c - d / (long double)e + (a > b ? sinl(a) : -a);
}
__float128 quad_sum(__float128 a, int b) { return a * b + (a != 0); }
struct packed copy(struct packed p, int i) {
  p.tail[i]++;
  return p;
}
struct node swap(struct node n, union any v) {
  n.value = v;
  return n;
}
struct pair { double x; long y; } both(struct pair a, struct pair b) {
  return (struct pair){a.x + b.x, a.y - b.y};
}
struct two { float a, b; } halves(struct two t) { return (struct two){t.b, t.a}; }
bool logic(int a, unsigned b, short c, unsigned char d, bool e) {
  return (a < 0 && b > 5u) || (c << 3 >= d) != e || !(a ^ ~b);
}
unsigned rotations(unsigned a, unsigned n) { return a << (n & 31) | a >> (-n & 31); }
int conversions(double d, float f, long l, unsigned char c, void *p) {
  return (int)d + (unsigned)f + (int)(float)l + (signed char)c + (int)(uintptr_t)p + (d == f) +
         (int)(unsigned long)d + (f >= 0.5f) + (d != d) + isnan(f) + !(d < 1);
}
int builtins(unsigned x, long y, int *out) {
  return __builtin_popcount(x) + __builtin_clzl(y) + __builtin_ctz(x) + __builtin_bswap32(x) +
         __builtin_add_overflow(x, 5u, (unsigned *)out) +
         __builtin_mul_overflow((int)x, 7, out) + __builtin_expect(x > 3, 1) +
         __builtin_parity(x) + (int)fma(x, y, 1) + (int)__builtin_sqrt(y) + abs(-(int)x) +
         (int)__builtin_object_size(out, 0) + __builtin_constant_p(y);
}
void vla(int n, double a[n][n]) {
  double b[n][2 * n];
  for (int i = 0; i < n; i++)
    for (int j = 0; j < n; j++)
      b[i][j] = a[j][i], a[i][j] = b[i][2 * j];
}
void *frame(int n) {
  char *p = __builtin_alloca(n);
  p[0] = 1;
  return __builtin_frame_address(0);
}
int count(struct flexible *f) { return make(f) ? f->items[f->count - 1].flags.e : (int)holes[3]; }
int use(void) { return conversions(1, 2, 3, 4, 0) + (int)L'\u20ac' + fields.a + wide_array[1]; }
