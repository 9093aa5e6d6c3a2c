//@ paths: 4
//@ exit: 0
#include <klee/klee.h>
#include <string.h>
static char *volatile keep;
int main(void) {
  unsigned char c;
  char copy[20];
  klee_make_symbolic(&c, 1, "c");
  for (int i = 0; i < 2; i++) {
    char word[20];
    memset(word, i, 20);
    keep = word;
  }
  if (c == 9)
    memcpy(copy, keep, 20); //~ FAULT use-after-scope: a 20-byte local word
  if (c > 9 && c < 20)
    keep[c] = 1; //~ FAULT use-after-scope: a 20-byte local word
  return 0;
}
