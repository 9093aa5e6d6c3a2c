//@ paths: 8
#include <klee/klee.h>
static int count;
static void tally(char c) {
  if (c == 1)
    count++;
}
static void each(const char *v, int n, void (*f)(char)) {
  for (int i = 0; i < n; i++)
    f(v[i]);
}
int main(void) {
  char v[3];
  klee_make_symbolic(v, sizeof v, "v");
  each(v, 3, tally);
  return count;
}
