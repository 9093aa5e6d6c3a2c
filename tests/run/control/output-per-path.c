//@ paths: 3
//@ exit: 0
//@ brute: x in 0..255
#include <stdio.h>
#include <klee/klee.h>
int main(void) {
  unsigned char x;
  klee_make_symbolic(&x, 1, "x");
  printf("begin\n");
  if (x < 10)
    printf("small\n");
  else if (x > 250)
    printf("large %d\n", 250);
  printf("end\n");
  return 0;
}
