// Natively the library frees the stream twice, where ours looks at it first.
//@ paths: 2
//@ exit: 0
#include <stdio.h>
#include <klee/klee.h>
int main(void) {
  FILE *file = fopen("/dev/null", "r");
  if (!file)
    return 1;
  fclose(file);
  if (klee_range(0, 2, "again"))
    fclose(file); //~ FAULT use-after-free
  return 0;
}
