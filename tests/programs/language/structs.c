#include <stdio.h>
#include <string.h>
struct small { char a; short b; };
struct two { double x; int y; };
struct big { int v[20]; char name[12]; };
struct bits { unsigned a : 3; int b : 5; unsigned long c : 40; _Bool d : 1; };
union mix { double d; unsigned long u; unsigned char c[8]; };
static struct small make_small(int n) { struct small s = {n, -n}; return s; }
static struct two make_two(double x) { struct two t = {x, (int)x * 2}; return t; }
static struct big change(struct big b) { b.v[3] += 100; strcpy(b.name, "changed"); return b; }
static int sum(struct big b) { int s = 0; for (int i = 0; i < 20; i++) s += b.v[i]; b.v[0] = 999; return s; }
int main(void) {
  struct small s = make_small(5);
  struct two t = make_two(2.75);
  struct big b = {{0}, "big"};
  for (int i = 0; i < 20; i++) b.v[i] = i * i;
  struct big c = change(b);
  printf("%d %d %g %d\n", s.a, s.b, t.x, t.y);
  printf("%d %d %s %s %d %d %d\n", b.v[3], c.v[3], b.name, c.name, sum(b), sum(c), b.v[0]);
  struct bits f = {5, -7, 0x123456789aUL, 1};
  f.b -= 3; f.c += f.a; f.a = 9;
  printf("%u %d %lx %d\n", f.a, f.b, (unsigned long)f.c, f.d);
  union mix m = {.d = 1.0};
  printf("%lx %02x\n", m.u, m.c[7]);
  struct { struct small s[3]; } nested = {{{1, 2}, {3, 4}, {5, 6}}}, other;
  other = nested;
  printf("%d\n", memcmp(&other.s[1].b, &nested.s[1].b, 2) == 0 && other.s[2].a == 5);
  return 0;
}
