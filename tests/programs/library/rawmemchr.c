// A search without an end: it touches nothing beyond the byte it finds.
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  for (size_t size = 1; size < 20; size++) {
    char *exact = malloc(size);
    memset(exact, 'x', size);
    exact[size - 1] = '\n';
    printf("%td %td\n", (char *)rawmemchr(exact, '\n') - exact, (char *)rawmemchr(exact, 256 + '\n') - exact);
    free(exact);
  }
  char bytes[] = {1, 2, (char)0x80, 0, 5};
  printf("%td %td\n", (char *)rawmemchr(bytes, 0x80) - bytes, (char *)rawmemchr(bytes + 1, 0) - bytes);
}
