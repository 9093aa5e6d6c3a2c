#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  int *p = malloc(16);
  uintptr_t tagged = (uintptr_t)p | 1;
  *p = 8;
  if (tagged & 1) *(int *)(tagged & ~(uintptr_t)1) += 3;
  uintptr_t round = ((uintptr_t)p + 7) & ~(uintptr_t)7;
  printf("%d %d %d\n", *p, *(int *)(tagged ^ 1), *(int *)round);
  printf("%d\n", ((uintptr_t)p & 15) == 0);
  free(p);
  return 0;
}
