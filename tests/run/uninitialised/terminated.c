//@ options: --check=uninitialised
//@ paths: 1
//@ exit: 1
#include <string.h>
int main(void) {
  char s[40], t[40];
  strcpy(s, "abc");
  strcat(s, "def");
  memcpy(t, s, sizeof t);
  return strlen(t) == 6 && strcmp(s, t) == 0;
}
