//@ paths: 25
#include <klee/klee.h>
// Four commands and a default, twice.
int main(void) {
  char s[2];
  klee_make_symbolic(s, sizeof s, "s");
  int x = 0, y = 0;
  for (int i = 0; i < 2; i++)
    switch (s[i]) {
    case 'u': y++; break;
    case 'd': y--; break;
    case 'r': x++; break;
    case 'l': x--; break;
    }
  return x + y > 2;
}
