// Control flow: computed goto, switches of every shape, indirect calls, setjmp.
#include <setjmp.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

enum op { PUSH, ADD, MUL, JUMP_IF, HALT };

long run(const unsigned char *code, const long *data) {
  static const void *const table[] = {&&push, &&add, &&mul, &&jump_if, &&halt};
  long stack[16], *top = stack;
  goto *table[*code++];
push:
  *top++ = data[*code++];
  goto *table[*code++];
add:
  --top, top[-1] += *top;
  goto *table[*code++];
mul:
  --top, top[-1] *= *top;
  goto *table[*code++];
jump_if:
  code += *--top ? *code : 1;
  goto *table[*code++];
halt:
  return top[-1];
}

const char *dense(int n) {
  switch (n) {
  case 0: return "zero";
  case 1: return "one";
  case 2: return "two";
  case 3: return "three";
  case 4 ... 9: return "several";
  default: return n < 0 ? "negative" : "many";
  }
}

int sparse(unsigned long long n) {
  switch (n) {
  case 0: return 1;
  case 1ull << 40: return 2;
  case 0xfedcba9876543210ull: return 3;
  case -1ull: return 4;
  }
  return 0;
}

int wide(__int128 n) {
  switch (n) {
  case 7: return 1;
  case -8: return 2;
  case (__int128)1 << 100: return 3;
  }
  return 0;
}

_Bool flag(_Bool a, signed char b) {
  switch (b) {
  case -128: return a;
  case 127: return !a;
  }
  return 0;
}

typedef int (*compare)(const void *, const void *);
static int ascending(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
static int descending(const void *a, const void *b) { return ascending(b, a); }
void sort(int *v, size_t n, int down) {
  compare order[2] = {ascending, descending};
  qsort(v, n, sizeof *v, order[!!down]);
}

static jmp_buf target;
__attribute__((noreturn)) void fail(int n) { longjmp(target, n); }
int guarded(void (*f)(int), int n) {
  volatile int stage = 0;
  int code = setjmp(target);
  if (code == 0) {
    stage = 1;
    f(n);
    stage = 2;
  }
  return stage * 100 + code;
}

long total(int count, ...) {
  va_list list, again;
  va_start(list, count);
  va_copy(again, list);
  long sum = 0;
  for (int i = 0; i < count; i++) {
    sum += va_arg(list, int);
    sum += (long)va_arg(list, double);
    struct { long a, b, c; } big = *(__typeof__(big) *)va_arg(list, void *);
    sum += big.c;
  }
  sum += va_arg(again, long long);
  va_end(again);
  va_end(list);
  return sum;
}

int spread(void) { return (int)total(1, 2, 3.5, "x", 4L, (char)5); }

long collatz(long n) {
  long steps = 0;
  do {
    if (n & 1)
      n = 3 * n + 1;
    else
      n /= 2;
    for (long k = 0; k < 3; k++) {
      if (k == n)
        continue;
      if (steps > 1000)
        goto out;
    }
    steps++;
  } while (n != 1);
out:
  return steps;
}

void clear(void *p, int n) {
  while (n--)
    ((volatile char *)p)[n] = 0;
  memset(p, n, 128);
  __builtin_unreachable();
}
