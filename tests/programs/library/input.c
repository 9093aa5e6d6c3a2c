//@ input: alpha beta 17
//@ args: one two
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
int main(int argc, char **argv) {
  char a[20], b[20];
  int n;
  if (scanf("%19s %19s %d", a, b, &n) != 3) return 1;
  printf("%d %s %s | %s %s %d\n", argc, argv[1], argv[2], a, b, n * 2);
  int c, rest = 0;
  while ((c = getchar()) != EOF) rest++;
  printf("%d %d\n", rest, feof(stdin) != 0);
  fprintf(stderr, "to standard error\n");
  return argc;
}
