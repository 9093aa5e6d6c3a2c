//@ opt: 1 2 3 s
// Loops that compilers turn into vector code, with remainders of every length.
#include <stdint.h>
#include <stdio.h>
#define N 67
#define V(name, T, expr)                                                                       \
  __attribute__((noinline)) void name(T *restrict o, const T *restrict a, const T *restrict b, \
                                      int n) {                                                 \
    for (int i = 0; i < n; i++) {                                                              \
      T x = a[i], y = b[i];                                                                    \
      o[i] = (T)(expr);                                                                        \
    }                                                                                          \
  }
#define R(name, T, init, step)                                      \
  __attribute__((noinline)) T name(const T *a, const T *b, int n) { \
    T s = init;                                                     \
    for (int i = 0; i < n; i++) {                                   \
      T x = a[i], y = b[i];                                         \
      (void)y;                                                      \
      step;                                                         \
    }                                                               \
    return s;                                                       \
  }
#define ALL(T, S)                                                                              \
  V(add##S, T, x + y)                                                                          \
  V(mx##S, T, x > y ? x : y) V(sel##S, T, (x & 3) == 1 ? x * 3 : y - 1)                        \
      V(sh##S, T, (x << 3) ^ (y >> 2)) V(ab##S, T, x < 0 ? -x : x) R(sum##S, T, 0, s += x * y) \
          R(mn##S, T, x0, if (x < s) s = x) R(xr##S, T, 0, s ^= x + y)                         \
              R(cnt##S, T, 0, if (x > y) s++)
#define x0 (T0)100
#define T0 int8_t
ALL(int8_t, 8)
#undef T0
#define T0 int16_t
ALL(int16_t, 16)
#undef T0
#define T0 int32_t
ALL(int32_t, 32)
#undef T0
#define T0 int64_t
ALL(int64_t, 64)
ALL(uint8_t, u8)
ALL(uint16_t, u16) ALL(uint32_t, u32) ALL(uint64_t, u64) V(fadd, float, x * 2.5f + y)
    V(fmx, float, x > y ? x : y) V(fdiv, double, x / (y + 1000))
        V(fcond, double, x > 0 ? x * y : x - y) V(sqr, float, __builtin_sqrtf(x *x + y * y))
            V(fl, double, __builtin_floor(x * 0.37) + __builtin_trunc(y * 0.11))
                V(ri, double, __builtin_rint(x * 0.5)) R(fsum, double, 0, s += x * y)
                    R(fsumf, float, 0, s += x)
                        __attribute__((noinline)) void cvt(int *o, const float *a, const double *b,
                                                           int n) {
  for (int i = 0; i < n; i++)
    o[i] = (int)(a[i] * 3) + (int)b[i];
}
__attribute__((noinline)) void gat(int *o, const int *a, const int *ix, int n) {
  for (int i = 0; i < n; i++)
    o[i] = a[ix[i]] + 1;
}
__attribute__((noinline)) void msk(int *o, const int *a, const int *c, int n) {
  for (int i = 0; i < n; i++)
    if (c[i] > 3)
      o[i] = a[i] + o[i];
}
__attribute__((noinline)) void ilv(int *o, const int *a, const int *b, int n) {
  for (int i = 0; i < n; i++) {
    o[2 * i] = a[i];
    o[2 * i + 1] = b[i] * 2;
  }
}
__attribute__((noinline)) void dil(int *o, const int *a, int n) {
  for (int i = 0; i < n / 2; i++)
    o[i] = a[2 * i] - a[2 * i + 1];
}
__attribute__((noinline)) void rev(short *o, const short *a, int n) {
  for (int i = 0; i < n; i++)
    o[i] = a[n - 1 - i];
}
__attribute__((noinline)) uint32_t pop(const uint32_t *a, int n) {
  uint32_t s = 0;
  for (int i = 0; i < n; i++)
    s += __builtin_popcount(a[i]) + (a[i] ? __builtin_clz(a[i]) : 32) + __builtin_bswap32(a[i]) % 7;
  return s;
}
__attribute__((noinline)) uint8_t sat(uint8_t *a, const uint8_t *b, int n) {
  uint8_t s = 0;
  for (int i = 0; i < n; i++) {
    int t = a[i] + b[i];
    a[i] = t > 255 ? 255 : t;
    s += a[i];
  }
  return s;
}
static void dump(const char *n, const void *p, size_t k) {
  const unsigned char *c = p;
  unsigned h = 2166136261u;
  for (size_t i = 0; i < k; i++)
    h = (h ^ c[i]) * 16777619u;
  printf("%s %08x\n", n, h);
}
#define RUNI(T, S)                      \
  {                                     \
    T a[N], b[N], o[N];                 \
    for (int i = 0; i < N; i++) {       \
      a[i] = (T)(i * 2654435761u + 77); \
      b[i] = (T)(i * 40503u - 99);      \
    }                                   \
    for (int n = 0; n <= N; n += 13) {  \
      add##S(o, a, b, n);               \
      dump("add" #S, o, n * sizeof(T)); \
      mx##S(o, a, b, n);                \
      dump("mx" #S, o, n * sizeof(T));  \
      sel##S(o, a, b, n);               \
      dump("sel" #S, o, n * sizeof(T)); \
      sh##S(o, a, b, n);                \
      dump("sh" #S, o, n * sizeof(T));  \
      ab##S(o, a, b, n);                \
      dump("ab" #S, o, n * sizeof(T));  \
      T r;                              \
      r = sum##S(a, b, n);              \
      dump("sum" #S, &r, sizeof r);     \
      r = mn##S(a, b, n);               \
      dump("mn" #S, &r, sizeof r);      \
      r = xr##S(a, b, n);               \
      dump("xr" #S, &r, sizeof r);      \
      r = cnt##S(a, b, n);              \
      dump("cnt" #S, &r, sizeof r);     \
    }                                   \
  }
int main() {
  RUNI(int8_t, 8)
  RUNI(int16_t, 16) RUNI(int32_t, 32) RUNI(int64_t, 64) RUNI(uint8_t, u8) RUNI(uint16_t, u16)
      RUNI(uint32_t, u32) RUNI(uint64_t, u64) {
    float a[N], b[N], o[N];
    double c[N], d[N], e[N];
    int q[2 * N];
    for (int i = 0; i < N; i++) {
      a[i] = i * 1.7f - 40;
      b[i] = 30 - i * .9f;
      c[i] = i * 1.1 - 33;
      d[i] = 17 - i * .7;
    }
    for (int n = 1; n <= N; n += 11) {
      fadd(o, a, b, n);
      dump("fadd", o, n * 4);
      fmx(o, a, b, n);
      dump("fmx", o, n * 4);
      fdiv(e, c, d, n);
      dump("fdiv", e, n * 8);
      fcond(e, c, d, n);
      dump("fcond", e, n * 8);
      sqr(o, a, b, n);
      dump("sqr", o, n * 4);
      fl(e, c, d, n);
      dump("fl", e, n * 8);
      ri(e, c, d, n);
      dump("ri", e, n * 8);
      printf("%.17g %.9g\n", fsum(c, d, n), fsumf(a, b, n));
      cvt(q, a, c, n);
      dump("cvt", q, n * 4);
    }
  }
  {
    int a[N], ix[N], c[N], o[2 * N] = {0};
    short s[N], t[N];
    uint32_t u[N];
    uint8_t w[N], z[N];
    for (int i = 0; i < N; i++) {
      a[i] = i * i - 9;
      ix[i] = (i * 7) % N;
      c[i] = i % 8;
      s[i] = i * 3 - 50;
      u[i] = i * 2654435761u;
      w[i] = i * 5;
      z[i] = i * 7 + 1;
    }
    for (int n = 1; n <= N; n += 9) {
      gat(o, a, ix, n);
      dump("gat", o, n * 4);
      msk(o, a, c, n);
      dump("msk", o, n * 4);
      ilv(o, a, c, n);
      dump("ilv", o, n * 8);
      dil(o, a, n);
      dump("dil", o, n / 2 * 4);
      rev(t, s, n);
      dump("rev", t, n * 2);
      printf("%u %u\n", pop(u, n), sat(w, z, n));
    }
  }
  return 0;
}
