// A matcher for the operators ^ $ . and * on seven symbolic bytes without a terminator, against "hello".
//
// 7,438 paths at -O0: 6,675 end well, 763 read beyond the pattern. Every condition compares one byte of
// the pattern with a constant, so the paths can be counted exactly by keeping for each byte the set of
// values it can still have: '\0', '^', '*', '$', '.', 'h', 'e', 'l', 'o' and one that stands for all
// others. By number of bytes: 17, 67, 234, 775, 2,447, 7,438 for 2 to 7.
//
// An empty rest of the pattern is no match here, as in KLEE's tutorial, whose figures these are. KLEE
// simplifies the control flow of unoptimised code, which makes one branch of the two conditions that end
// match_star; here they are one because of the bitwise or. With || instead there are 7,692 paths.
#include <klee/klee.h>

#ifndef BYTES
#define BYTES 7
#endif

static int match_here(const char *re, const char *text);

static int match_star(int c, const char *re, const char *text) {
  do {
    if (match_here(re, text))
      return 1;
    if (*text == '\0')
      return 0;
    text++;
  } while ((text[-1] == c) | (c == '.'));
  return 0;
}

static int match_here(const char *re, const char *text) {
  if (re[0] == '\0')
    return 0;
  if (re[1] == '*')
    return match_star(re[0], re + 2, text);
  if (re[0] == '$' && re[1] == '\0')
    return *text == '\0';
  if (*text == '\0')
    return 0;
  if (re[0] == '.' || re[0] == *text)
    return match_here(re + 1, text + 1);
  return 0;
}

static int match(const char *re, const char *text) {
  if (re[0] == '^')
    return match_here(re + 1, text);
  for (;; text++) {
    if (match_here(re, text))
      return 1;
    if (*text == '\0')
      return 0;
  }
}

int main(void) {
  char re[BYTES];
  klee_make_symbolic(re, sizeof re, "re");
  match(re, "hello");
  return 0;
}
