#include <stdio.h>
static int kind(long n) {
  switch (n) {
  case -5: return 1;
  case 0: case 1: case 2: return 2;
  case 3 ... 9: return 3;
  case 1000000007: return 4;
  case 0x7fffffffffffffff: return 5;
  default: return 6;
  }
}
static int swap_loop(int n) {
  int a = 0, b = 1;
  for (int i = 0; i < n; i++) { int t = a; a = b; b = t + b * (i & 1); }
  return a * 1000 + b;
}
static int ackermann(int m, int n) { return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1)); }
static int apply(int (*f)(int), int n) { return f(n); }
static int twice(int n) { return n * 2; }
static int thrice(int n) { return n * 3; }
int main(void) {
  long tests[] = {-5, -4, 0, 2, 3, 9, 10, 1000000007, 0x7fffffffffffffff, -9223372036854775807L - 1};
  for (int i = 0; i < 10; i++) printf("%d ", kind(tests[i]));
  printf("%d %d\n", swap_loop(17), ackermann(2, 6));
  int (*table[2])(int) = {twice, thrice};
  for (int i = 0; i < 4; i++) printf("%d ", apply(table[i & 1], i + 1));
  for (int n = 1; n < 40; n++) {
    int v[n];
    for (int i = 0; i < n; i++) v[i] = i;
    if (n % 13 == 0) printf("%d ", v[n - 1]);
  }
  char *end = __builtin_alloca(5);
  end[4] = 'x';
  printf("%c\n", end[4]);
  return 7;
}
