#include <setjmp.h>
#include <stdio.h>
static jmp_buf outer, inner;
static void deep(int n) {
  char here[16];
  here[0] = n;
  if (n == 0)
    longjmp(inner, 42);
  deep(n - here[0] / n);
}
int main(void) {
  volatile int rounds = 0;
  int got = setjmp(inner);
  if (got == 0)
    deep(10);
  printf("inner %d\n", got);
  if (setjmp(outer) < 3) {
    rounds++;
    longjmp(outer, rounds);
  }
  printf("rounds %d\n", rounds);
  if (setjmp(inner) == 0)
    longjmp(inner, 0);
  puts("zero becomes one");
  return 0;
}
