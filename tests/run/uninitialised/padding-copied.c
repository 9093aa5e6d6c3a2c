//@ options: --check=uninitialised
//@ also: -O1, any paths
//@ paths: 2
//@ exit: 0,1
#include <stdio.h>
#include <klee/klee.h>
struct pair {
  char c;
  int i;
};
static struct pair make(char c, int i) {
  struct pair p;
  p.c = c;
  p.i = i;
  return p;
}
int main(void) {
  int i;
  klee_make_symbolic(&i, sizeof i, "i");
  struct pair a = make(1, i), b, c[2];
  b = a;
  c[1] = b;
  if (c[1].i == 7) {
    puts("seven");
    return c[1].c;
  }
  return 0;
}
