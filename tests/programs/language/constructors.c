#include <stdio.h>
#include <stdlib.h>
static int order;
__attribute__((constructor(200))) static void second(void) { printf("second %d\n", order++); }
__attribute__((constructor(150))) static void first(void) { printf("first %d\n", order++); }
__attribute__((constructor)) static void third(void) { printf("third %d\n", order++); }
__attribute__((destructor)) static void last(void) { printf("last %d\n", order++); }
static void leaving(void) { printf("leaving %d\n", order++); }
static int target = 11;
extern int other __attribute__((alias("target")));
extern int missing __attribute__((weak));
__attribute__((weak)) int maybe(void) { return 3; }
static _Thread_local int local = 4;
int tentative;
int main(void) {
  atexit(leaving);
  other++;
  local += target;
  printf("%d %d %d %d %d\n", target, &missing == 0, maybe(), local, tentative);
  exit(3);
}
