// A tokenizer's switch over five symbolic characters.
#include <klee/klee.h>

int main(void) {
  char s[5];
  unsigned words = 0, numbers = 0, others = 0;
  klee_make_symbolic(s, sizeof s, "s");
  for (int i = 0; i < 5; i++)
    switch (s[i]) {
    case 'a': case 'b': case 'c': case 'd': case 'e': words++; break;
    case '0': case '1': case '2': case '3': numbers++; break;
    case 0: return words > numbers;
    default: others++;
    }
  return others;
}
