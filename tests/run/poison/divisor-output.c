//@ options: --check=poison
//@ paths: 3
//@ exit: 0
#include <klee/klee.h>
#include <stdlib.h>
#include <unistd.h>
int main(void) {
  int x;
  klee_make_symbolic(&x, sizeof x, "x");
  klee_assume(x == 1 | x == 2 | x == 3);
  int huge = 0x7fffffff - 1 + x; // 3 overflows, by 1
  char *text = "yes";
  if (x == 1)
    return 0;
  if (x == 2)
    return 5 / huge != 0; //~ FAULT poison: a divisor depends on a signed sum
  write(1, (char *)&huge, 4); //~ FAULT poison: output depends on a signed sum
  return text[0] == 'n';
}
