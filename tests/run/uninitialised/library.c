//@ options: --check=uninitialised
//@ paths: 1
//@ exit: 1
//@ by-number
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <klee/klee.h>
static int by_value(const void *a, const void *b) {
  return *(const int *)a - *(const int *)b;
}
int main(int argc, char **argv) {
  char text[100], *end;
  int numbers[5] = {4, 1, 3, 2, 0}, n, read;
  snprintf(text, sizeof text, "%s %d %.3f %lx", "ab", argc, 1.5, 255L);
  printf("%s %d\n", text, strlen(argv[0]) > 0);
  qsort(numbers, 5, sizeof *numbers, by_value);
  read = sscanf("12 ab", "%d %s", &n, text);
  FILE *file = fopen("/dev/null", "w");
  fprintf(file, "%d\n", n);
  fclose(file);
  setvbuf(stdout, 0, _IOLBF, 64);
  puts(text);
  return strtol("42x", &end, 10) == 42 && *end == 'x' && numbers[4] == 4 && n == 12 && read == 2 &&
         atof("2.5") == 2.5 && getenv("NONE") == 0;
}
