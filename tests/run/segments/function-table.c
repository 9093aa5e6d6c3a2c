//@ paths: 3
//@ paths single: 1
//@ brute: i in 0..2
// Pointers to functions in objects that share an array.
#include <klee/klee.h>
#include <stdlib.h>
struct class { int (*method)(int); int argument; };
static int twice(int x) { return 2 * x; }
static int plus(int x) { return x + 1; }
int main(void) {
  struct class *classes[3];
  for (int k = 0; k < 3; k++) {
    classes[k] = malloc(sizeof **classes);
    classes[k]->method = k % 2 ? twice : plus;
    classes[k]->argument = 10 + k;
  }
  unsigned char i;
  klee_make_symbolic(&i, 1, "i");
  klee_assume(i < 3);
  int result = classes[i]->method(classes[i]->argument);
  for (int k = 0; k < 30; k++)
    if (result == k)
      return k;
  return 99;
}
