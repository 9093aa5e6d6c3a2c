#include <stdio.h>
typedef int v4 __attribute__((vector_size(16)));
typedef float f4 __attribute__((vector_size(16)));
typedef unsigned char b16 __attribute__((vector_size(16)));
typedef long l2 __attribute__((vector_size(16)));
static v4 rotate(v4 v, int n) { v4 r; for (int i = 0; i < 4; i++) r[i] = v[(i + n) & 3]; return r; }
int main(int argc, char **argv) {
  v4 a = {1, 2, 3, 4}, b = {10, -20, 30, -40};
  v4 c = a * b + (a << 2) - (b >> 1);
  v4 m = a * 10 > b;
  f4 f = {1.5f, 2.5f, -3.5f, 4};
  f4 g = f * f + 1;
  b16 bytes = (b16)c;
  l2 longs = (l2)c;
  v4 s = __builtin_shufflevector(a, b, 0, 5, 2, 7);
  v4 conv = __builtin_convertvector(f, v4);
  v4 r = rotate(a, argc);
  for (int i = 0; i < 4; i++) printf("%d %d %g %d %d %d\n", c[i], m[i], g[i], s[i], conv[i], r[i]);
  printf("%d %d %lx %lx\n", bytes[5], bytes[15], longs[0], longs[1]);
  a[argc] = 77;
  printf("%d %d\n", a[1], a[2]);
  unsigned char data[40];
  unsigned sum = 0;
  for (int i = 0; i < 40; i++) data[i] = i * 7 + argc;
  for (int i = 0; i < 40; i++) sum += data[i] ^ 0x5a;
  printf("%u\n", sum);
  return 0;
}
