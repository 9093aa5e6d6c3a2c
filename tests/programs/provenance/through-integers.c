#include <stdint.h>
#include <stdio.h>
#include <string.h>
int main(void) {
  int values[4] = {1, 2, 3, 4};
  uintptr_t n = (uintptr_t)values;
  uint32_t high = n >> 32, low = (uint32_t)n;
  int *p = (int *)(((uintptr_t)high << 32) | low);
  p[1] = 20;
  unsigned char bytes[8];
  memcpy(bytes, &p, 8);
  uintptr_t again = 0;
  for (int i = 7; i >= 0; i--) again = again << 8 | bytes[i];
  ((int *)again)[2] = 30;
  int *one_past = values + 4;
  printf("%d %d %d %td\n", values[1], values[2], p == values, one_past - values);
  printf("%d %d\n", values < one_past, (uintptr_t)one_past - n == 16);
  return 0;
}
