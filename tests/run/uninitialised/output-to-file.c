//@ options: --check=uninitialised
//@ paths: 1
#include <stdio.h>
#include <unistd.h>
#include <fcntl.h>
struct pair {
  char c;
  int i;
};
int main(void) {
  struct pair p;
  p.c = 1;
  p.i = 2;
  int fd = open("strata-padding.tmp", O_CREAT | O_WRONLY, 0600);
  unlink("strata-padding.tmp");
  write(fd, &p.i, sizeof p.i);
  write(fd, &p, sizeof p); //~ FAULT uninitialised-use: output depends on an 8-byte local p
  return 0;
}
