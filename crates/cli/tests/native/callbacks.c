#include <klee/klee.h>
#include <assert.h>
#include <stdio.h>
int each(int (*f)(int, void *), void *data);
struct box { int n, m; };
static char secret;
static int step(int i, void *data) {
  struct box *b = data;
  b->n += i;
  printf("%d\n", i);
  return b->n * b->m;
}
/* Native code in a function that native code calls. */
static int deeper(int i, void *data) {
  struct box b = { i, 2 };
  return i == 1 ? each(step, &b) : 0;
}
static int decides(int i, void *data) {
  if (secret == 'x' + i)
    return 1;
  return 0;
}
int main(void) {
  struct box b = { 1, 10 };
  assert(each(step, &b) == 10 + 20 + 40);
  assert(b.n == 4);
  assert(each(deeper, 0) == 2 + 4 + 8);
  klee_make_symbolic(&secret, 1, "secret");
  int n = each(decides, 0);
  assert(n == ((secret >= 'x') & (secret <= 'z')));
  return n;
}
