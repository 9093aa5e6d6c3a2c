#include <stdio.h>
#include <stddef.h>
struct item { const char *name; int (*f)(int); struct item *next; char tail[3]; };
static int inc(int n) { return n + 1; }
extern struct item second;
static struct item first = {"first", inc, &second, {1, 2}};
struct item second = {.name = "second" + 2, .next = &first, .tail = "ab"};
static int values[] = {[5] = 50, [2] = 20};
static int *middle = &values[3];
static long distance = (char *)&values[4] - (char *)&values[1];
static const wchar_t wide[] = L"w\u00e9";
static struct { char c; double d; short s; } __attribute__((packed)) packed = {'p', 1.5, -3};
static long double ld = 2.5L;
static double _Complex z = 1.0 + 2.0i;
int main(void) {
  printf("%s %s %d %d\n", first.name, first.next->name, first.f(1), second.next->tail[1]);
  printf("%d %d %ld %d %x\n", middle[-1], middle[2], distance, (int)sizeof values, wide[1]);
  printf("%c %g %d %zu %Lg %g %g\n", packed.c, packed.d, packed.s, sizeof packed, ld, __real__ z, __imag__ z);
  z = z * z / (1.0 - 1.0i);
  printf("%g %g\n", __real__ z, __imag__ z);
  return 0;
}
