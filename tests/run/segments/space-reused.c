//@ paths: 3
//@ paths single merge flat segmented segmented-ideal dynamic: 2
//@ options: --check=uninitialised
// The space of a member that is gone is given to another, which starts without what was there.
#include <klee/klee.h>
#include <stdlib.h>
int main(void) {
  char *parts[3];
  for (int k = 0; k < 3; k++) {
    parts[k] = malloc(8);
    for (int i = 0; i < 8; i++)
      parts[k][i] = 7;
  }
  free(parts[1]);
  parts[1] = malloc(8);
  parts[1][0] = 1;
  unsigned char i;
  klee_make_symbolic(&i, 1, "i");
  klee_assume(i < 3);
  if (i != 1)
    return parts[i][0] != 7;
  if (parts[i][1] == 7) //~ FAULT uninitialised-use: a decision depends on an 8-byte heap object
    return 2;
  return 0;
}
