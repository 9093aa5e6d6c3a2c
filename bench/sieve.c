// The sieve of Eratosthenes to 2,000,000.
#include <stdio.h>
#include <stdlib.h>

int main(void) {
  int limit = 2000000, count = 0;
  char *composite = calloc(limit + 1, 1);
  for (int i = 2; i <= limit; i++) {
    if (composite[i])
      continue;
    count++;
    for (long j = (long)i * i; j <= limit; j += i)
      composite[j] = 1;
  }
  printf("%d\n", count);
  free(composite);
  return 0;
}
