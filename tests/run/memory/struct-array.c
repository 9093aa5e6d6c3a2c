//@ paths: 3
//@ exit: 0,1,2
#include <klee/klee.h>
struct item { char kind; long weight; };
int main(void) {
  static const struct item items[4] = {{'a', 5}, {'b', 50}, {'a', 500}, {'c', 5000}};
  unsigned char i;
  klee_make_symbolic(&i, 1, "i");
  klee_assume(i < 4);
  if (items[i].kind == 'a')
    return 1;
  if (items[i].weight > 1000)
    return 2;
  return 0;
}
