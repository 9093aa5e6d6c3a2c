// A tokenizer over eight symbolic bytes: NUL ends the input, parentheses nest, digits and letters are
// tokens, everything else is an error.
//
// 61,517 paths at -O0. At each byte four outcomes end the path: NUL, and an error below '0', between '9'
// and 'a' or above 'z', as the two ranges tell them apart. Two go on at the same depth (digit, letter),
// '(' goes on one deeper, and ')' one less deep, or ends the path at depth 0. So with n bytes left
//   f(0, d) = 1
//   f(n, 0) = 4 + 2 f(n - 1, 0) + f(n - 1, 1) + 1
//   f(n, d) = 4 + 2 f(n - 1, d) + f(n - 1, d + 1) + f(n - 1, d - 1)    for d > 0
// and f(8, 0) = 61,517. No condition on the depth forks: on each path it is a constant.
#include <klee/klee.h>

#ifndef BYTES
#define BYTES 8
#endif

static int tokens(const char *s) {
  int count = 0, depth = 0;
  for (int i = 0; i < BYTES; i++) {
    char c = s[i];
    if (c == '\0')
      break;
    if (c == '(') {
      depth++;
    } else if (c == ')') {
      if (depth == 0)
        return -1;
      depth--;
    } else if (c >= '0' && c <= '9') {
      count++;
    } else if (c >= 'a' && c <= 'z') {
      count++;
    } else {
      return -1;
    }
  }
  return depth == 0 ? count : -1;
}

int main(void) {
  char s[BYTES];
  klee_make_symbolic(s, sizeof s, "s");
  return tokens(s) < 0;
}
