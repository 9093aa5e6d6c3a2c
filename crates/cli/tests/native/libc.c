#include <stddef.h>
void qsort(void *, size_t, size_t, int (*)(const void *, const void *));
double cbrt(double);
double log(double);
int *__errno_location(void);
int printf(const char *, ...);
void *bsearch(const void *, const void *, size_t, size_t, int (*)(const void *, const void *));
int strcmp(const char *, const char *);
static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
int main(void) {
  int a[5] = { 5, 3, 9, 1, 7 };
  qsort(a, 5, sizeof *a, compare);
  for (int i = 1; i < 5; i++)
    if (a[i - 1] > a[i])
      return 1;
  /* A function that the engine has itself is a native one to native code. */
  const char names[3][4] = { "ab", "cd", "ef" };
  if (bsearch("cd", names, 3, 4, (int (*)(const void *, const void *))strcmp) != names[1])
    return 5;
  if (cbrt(8.0) != 2.0)
    return 2;
  log(-1.0);
  if (*__errno_location() != 33)
    return 3;
  *__errno_location() = 0;
  log(1.0);
  if (*__errno_location() != 0)
    return 4;
  printf("%d %s %.2f\n", a[0], "of", 2.5);
  return 0;
}
