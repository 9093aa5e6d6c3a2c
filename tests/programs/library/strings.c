#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
static int compare(const void *a, const void *b) { return strcmp(*(char *const *)a, *(char *const *)b); }
int main(void) {
  char text[64] = "the quick brown fox jumps over the lazy dog";
  char *words[12];
  int n = 0;
  for (char *w = strtok(text, " "); w; w = strtok(NULL, " ")) words[n++] = w;
  qsort(words, n, sizeof *words, compare);
  for (int i = 0; i < n; i++) printf("%s ", words[i]);
  char *key = "lazy";
  char **found = bsearch(&key, words, n, sizeof *words, compare);
  printf("%s\n", found ? *found : "none");
  char copy[16] = "";
  strncpy(copy, "abcdefghijklmnopqrstuvw", 15);
  strncat(copy, "xyz", 0);
  printf("%s %zu %zu %s %s\n", copy, strspn(copy, "abc"), strcspn(copy, "j"), strchr(copy, 'k'), strrchr(copy, 'b'));
  printf("%s %d %d\n", strstr("needle in haystack", "in h"), strcasecmp("ABC", "abc"), strncmp("abcd", "abce", 3));
  printf("%ld %lu %ld %g\n", strtol("-0x1fz", NULL, 16), strtoul("777", NULL, 8), atol("123abc"), strtod("1.5e3x", NULL));
  errno = 0;
  strtol("99999999999999999999", NULL, 10);
  printf("%d %s\n", errno == ERANGE, strerror(ENOENT));
  char *dup = strdup("duplicate");
  for (char *c = dup; *c; c++) *c = toupper((unsigned char)*c);
  printf("%s %d %d\n", dup, isalpha('x') != 0, isdigit('x') != 0);
  free(dup);
  int a; float f; char s[8];
  printf("%d ", sscanf("12 3.5 word", "%d %f %7s", &a, &f, s));
  printf("%d %g %s\n", a, f, s);
  printf("%d %d %d\n", memcmp("abc", "abd", 3) < 0, memchr("hello", 'l', 5) != 0, strnlen("abcdef", 3) == 3);
  return 0;
}
