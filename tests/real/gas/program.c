#include <stdarg.h>
#include <stdio.h>
#include <string.h>

struct node { struct node *next; double value; char name[12]; };
static struct node nodes[3] = {{&nodes[1], 1.5, "one"}, {&nodes[2], -2.25, "two"}, {0, 1e10, "three"}};
static int (*const functions[])(const char *) = {puts, putchar == 0 ? 0 : (int (*)(const char *))puts};
_Thread_local int per_thread = 7;

static double sum(const struct node *n) {
  double s = 0;
  for (; n; n = n->next)
    s += n->value * (double)strlen(n->name);
  return s;
}

__attribute__((noinline)) static int pick(int x, ...) {
  va_list list;
  va_start(list, x);
  int r = va_arg(list, int);
  va_end(list);
  switch (x) {
  case 0: return r;
  case 1: return r * 3;
  case 2: return r / 7;
  case 3: return r % 10;
  case 4: return r << (x & 31);
  case 5: return __builtin_popcount(r);
  case 100: return -r;
  default: return 0;
  }
}

int main(int argc, char **argv) {
  char buffer[64];
  per_thread += argc;
  long double wide = 1.0L / 3;
  snprintf(buffer, sizeof buffer, "%g %d %.3Lf", sum(nodes), pick(argc, per_thread), wide);
  for (int i = 0; i < argc; i++)
    buffer[i] ^= argv[i][0];
  return functions[argc & 1](buffer);
}
