#include <stdio.h>
typedef unsigned __int128 u128;
typedef __int128 i128;
static void show(u128 n) { printf("%016lx%016lx\n", (unsigned long)(n >> 64), (unsigned long)n); }
int main(int argc, char **argv) {
  u128 a = ((u128)0x0123456789abcdefUL << 64) | 0xfedcba9876543210UL;
  i128 m = -(i128)a;
  u128 k = argc + 12345;
  show(a + k); show(a * k); show(a / k); show(a % k); show(a << (argc + 70)); show(a >> (argc + 3));
  show((u128)(m / (i128)k)); show((u128)(m % (i128)k)); show((u128)(m >> 9)); show(a ^ (a << 1) | k);
  printf("%d %d %d\n", m < 0, a > (u128)m, (i128)a > m);
  printf("%g %g\n", (double)a, (double)m);
  show((u128)1e30); show((u128)(i128)-1e20);
  u128 r;
  printf("%d\n", __builtin_mul_overflow(a, (u128)1000, &r));
  show(r);
#if __has_extension(bit_int) || __clang_major__ >= 15
  unsigned _BitInt(300) w = 1;
  for (int i = 1; i < 60; i++) w *= i + argc;
  for (int i = 0; i < 5; i++) printf("%016lx ", (unsigned long)(w >> (i * 64)));
  printf("%lu\n", (unsigned long)(w % 1000007));
  _BitInt(17) s = 65535;
  s += argc;
  printf("%d\n", (int)s);
#endif
  return 0;
}
