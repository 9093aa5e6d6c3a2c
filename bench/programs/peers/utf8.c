// UTF-8 decoded by hand: five symbolic bytes.
#include <klee/klee.h>

int main(void) {
  unsigned char s[6];
  int n = 0;
  klee_make_symbolic(s, sizeof s, "s");
  s[5] = 0;
  for (unsigned char *p = s; *p; n++) {
    int more = *p < 0x80 ? 0 : (*p & 0xe0) == 0xc0 ? 1 : (*p & 0xf0) == 0xe0 ? 2 : (*p & 0xf8) == 0xf0 ? 3 : -1;
    if (more < 0)
      return 1;
    for (p++; more; more--, p++)
      if ((*p & 0xc0) != 0x80)
        return 2;
  }
  return n > 3 ? 3 : 0;
}
