#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(void) {
  int *grow = NULL;
  for (int i = 0; i < 1000; i++) {
    grow = realloc(grow, (i + 1) * sizeof *grow);
    grow[i] = i;
  }
  long sum = 0;
  for (int i = 0; i < 1000; i++) sum += grow[i];
  int *zero = calloc(100, 4);
  int any = 0;
  for (int i = 0; i < 100; i++) any |= zero[i];
  void *aligned = NULL;
  int failed = posix_memalign(&aligned, 256, 100);
  printf("%ld %d %d %d %d\n", sum, any, failed, (int)((unsigned long)aligned % 256), malloc(1UL << 60) == NULL);
  printf("%d\n", calloc(1UL << 33, 1UL << 33) == NULL);
  free(grow); free(zero); free(aligned); free(NULL);
  char *text = malloc(0);
  free(text);
  for (int i = 0; i < 200000; i++) { char *p = malloc(10); p[9] = i; free(p); }
  puts("done");
  return 0;
}
