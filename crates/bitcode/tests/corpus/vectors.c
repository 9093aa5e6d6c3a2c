// Vectors: arithmetic, comparisons, shuffles, conversions, loops for the vectoriser.
typedef int i4 __attribute__((vector_size(16)));
typedef float f4 __attribute__((vector_size(16)));
typedef double d2 __attribute__((vector_size(16)));
typedef unsigned char b16 __attribute__((vector_size(16)));
typedef long l8 __attribute__((vector_size(64)));
typedef float f3 __attribute__((ext_vector_type(3)));

i4 constants = {1, 2, 3, 4};
i4 equal = {7, 7, 7, 7};
f4 ones = {1.0f, 1.0f, 1.0f, 1.0f};
d2 undefined_part = {0.1};
b16 bytes = {1, 2, 3};
l8 negative = {-1, -1, -1, -1, -1, -1, -1, -1};

i4 arithmetic(i4 a, i4 b) { return (a + b) * equal - (a << 3) / (b | 1) % 5 ^ ~a; }
f4 floating(f4 a, f4 b) { return a * b + ones - a / (f4){2, 2, 2, 2}; }
i4 compare(f4 a, f4 b) { return (a < b) & (a != ones); }
i4 choose(i4 c, i4 a, i4 b) { return (c & a) | (~c & b); }
b16 shuffle(b16 a, b16 b) {
  return __builtin_shufflevector(a, b, 0, 16, 1, 17, 2, 18, 3, 19, -1, -1, 6, 22, 7, 23, 0, 0);
}
i4 reverse(i4 a) { return __builtin_shufflevector(a, a, 3, 2, 1, 0); }
i4 broadcast(i4 a) { return __builtin_shufflevector(a, a, 1, 1, 1, 1); }
i4 first(i4 a) { return __builtin_shufflevector(a, a, 0, 0, 0, 0); }
f4 convert(i4 a) { return __builtin_convertvector(a, f4); }
d2 widen(f4 a) { return (d2){a[0], a[1]}; }
float element(f4 a, int i) {
  a[i] = 3.0f;
  return a[2] + a[i & 1];
}
f3 three(f3 a) { return a.zyx + a.x; }
l8 big(l8 a, l8 *p) {
  *p += a;
  return a - *p;
}
void saxpy(float *restrict y, const float *restrict x, float a, int n) {
  for (int i = 0; i < n; i++)
    y[i] += a * x[i];
}
int sum(const int *v, int n) {
  int total = 0;
  for (int i = 0; i < n; i++)
    total += v[i] > 10 ? v[i] : -v[i];
  return total;
}
unsigned char least(const unsigned char *v, long n) {
  unsigned char low = 255;
  for (long i = 0; i < n; i++)
    low = v[i] < low ? v[i] : low;
  return low;
}
void gather(int *restrict out, const int *table, const unsigned *index, int n) {
  for (int i = 0; i < n; i++)
    if (index[i] < 1000)
      out[i] = table[index[i]];
}
#pragma clang fp contract(fast)
double dot(const double *a, const double *b, int n) {
#pragma clang fp reassociate(on)
  double total = 0;
  for (int i = 0; i < n; i++)
    total += a[i] * b[i];
  return total;
}
