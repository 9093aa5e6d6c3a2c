// Pointers as integers, marked pointers, pointers in bytes, and what is no pointer.
#include "check.h"

int a, b;
int *table[10];

static void copy(unsigned char *to, const unsigned char *from, int n) {
  for (int i = 0; i < n; i++) to[i] = from[i];
}

int main(int argc, char **argv) {
  uintptr_t n = (uintptr_t)&a;
  check((int *)n); //~ points-to: a
  uintptr_t marked = n | 1;
  check((int *)(marked & ~(uintptr_t)1)); //~ points-to: a
  check((int *)(marked & 1)); //~ points-to:
  int *p = &b, *q;
  copy((unsigned char *)&q, (unsigned char *)&p, sizeof p);
  check(q); //~ points-to: b
  memcpy(&q, &p, sizeof p);
  check(q); //~ points-to: b
  uintptr_t both = (uintptr_t)&a ^ (uintptr_t)&b;
  check((int *)(both ^ (uintptr_t)&b)); //~ points-to: a b
  table[(n >> 3) % 10] = &b;
  check(table[(n >> 3) % 10]); //~ points-to: b
  check(table + (n >> 3) % 10); //~ points-to: table
  check((int *)(n * 3)); //~ points-to:
  return 0;
}
