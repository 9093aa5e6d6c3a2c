// A parser of lines "[section]", "key=value" and "; comment".
#include <klee/klee.h>

#ifndef N
#define N 5
#endif

int main(void) {
  char text[N + 1];
  int sections = 0, keys = 0, errors = 0;
  klee_make_symbolic(text, sizeof text, "text");
  text[N] = 0;
  for (const char *p = text; *p;) {
    while (*p == ' ' || *p == '\t' || *p == '\n')
      p++;
    if (*p == '[') {
      while (*p && *p != ']' && *p != '\n')
        p++;
      if (*p == ']') {
        sections++;
        p++;
      } else
        errors++;
    } else if (*p == ';') {
      while (*p && *p != '\n')
        p++;
    } else if (*p) {
      const char *start = p;
      while ((*p >= 'a' && *p <= 'z') || (*p >= 'A' && *p <= 'Z') || *p == '_')
        p++;
      if (p == start || *p != '=') {
        errors++;
        while (*p && *p != '\n')
          p++;
      } else {
        keys++;
        while (*p && *p != '\n' && *p != ';')
          p++;
      }
    }
  }
  return errors ? 1 : sections + keys > 1 ? 2 : 0;
}
