//@ paths: 2
//@ exit: 0,1
#include <klee/klee.h>
// A times-33 hash of two letters.
int main(void) {
  unsigned char s[2];
  klee_make_symbolic(s, sizeof s, "s");
  klee_assume((s[0] >= 'a') & (s[0] <= 'z') & (s[1] >= 'a') & (s[1] <= 'z'));
  unsigned h = 5381;
  h = h * 33 + s[0];
  h = h * 33 + s[1];
  if (h % 101 == 17)
    return 1;
  return 0;
}
