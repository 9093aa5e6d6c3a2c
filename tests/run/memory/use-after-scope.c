//@ paths: 3
//@ exit: 0
//@ also: -O1
#include <klee/klee.h>
static int *volatile keep;
static char *volatile text;
int main(void) {
  unsigned char c;
  klee_make_symbolic(&c, 1, "c");
  {
    int inner = c;
    char word[40];
    keep = &inner;
    text = word;
    word[c % 40] = 1;
  }
  if (c == 9)
    *keep = 1; //~ FAULT use-after-scope: write at offset 0 of a 4-byte local inner
  if (c == 10)
    return text[c]; //~ FAULT use-after-scope: read at offset 10 of a 40-byte local word
  return 0;
}
