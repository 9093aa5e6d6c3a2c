/* What the statements in statements.c use. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <stdint.h>
#include <stdarg.h>
#include <setjmp.h>
#include <math.h>
#include <ctype.h>
#include <alloca.h>
#include <limits.h>
#include <stddef.h>
typedef int v4 __attribute__((vector_size(16)));
typedef float f4 __attribute__((vector_size(16)));
typedef unsigned char b16 __attribute__((vector_size(16)));
typedef unsigned long u64;
static u64 acc;
static void put(u64 v) { acc = (acc ^ v) * 1099511628211UL + (acc >> 37); }
static void putd(double d) { if (d != d) { put(7); return; } u64 u; memcpy(&u, &d, 8); put(u); }
static void putf(float d) { if (d != d) { put(9); return; } uint32_t u; memcpy(&u, &d, 4); put(u); }
struct bits { unsigned a : 3; int b : 5; unsigned c : 11; int d : 1; unsigned long e : 40; signed char f : 4; };
struct packed { char a; int b; short c; long d; } __attribute__((packed));
struct small { short a; char b[5]; };
struct big { int n[9]; double d; struct small s; };
union pun { float f; uint32_t u; unsigned char c[8]; double d; u64 l; short h[4]; };
struct node { struct node *l, *r; int key; };
static int table[16], grid[4][8], calls;
static short shorts[32];
static jmp_buf jb;
static int fa(int x) { calls++; return x * 3 + 1; }
static int fb(int x) { calls += 2; return x ^ 0x55; }
static int fc(int x) { return x * 4; }
static int fd(int x) { return x % 7 - 3; }
static int (*const funs[4])(int) = {fa, fb, fc, fd};
static struct small mk(int x) { struct small s = {x, {x, x + 1, x * 2, 0, 5}}; return s; }
static struct big mkbig(struct small s, int k) { struct big b; for (int i = 0; i < 9; i++) b.n[i] = s.b[i % 5] * k; b.d = s.a / 3.0; b.s = s; return b; }
static long vsum(int n, ...) { va_list ap; va_start(ap, n); long s = 0; for (int i = 0; i < n; i++) { if (i % 3 == 1) s += (long)va_arg(ap, double); else if (i % 3 == 2) s += va_arg(ap, long); else s += va_arg(ap, int); } va_end(ap); return s; }
static int cmp(const void *a, const void *b) { int x = *(const int *)a, y = *(const int *)b; return x < y ? -1 : x > y; }
static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
static struct node *ins(struct node *t, int key) { if (!t) { t = calloc(1, sizeof *t); t->key = key; } else if (key < t->key) t->l = ins(t->l, key); else t->r = ins(t->r, key); return t; }
static void walk(struct node *t, int d) { if (!t) return; walk(t->l, d + 1); put(t->key * 8 + d); walk(t->r, d + 1); free(t); }
static void jump(int x) { if (x & 1) longjmp(jb, 1 + (x & 3)); put(3); }
static int once(int x) { static int memo[8]; return memo[x & 7] += x + 1; }
