//@ options: --check=uninitialised
//@ paths: 1
//@ replay: off MemorySanitizer does not look at this argument
#include <unistd.h>
int main(void) {
  int fd;
  close(fd); //~ FAULT uninitialised-use: an argument of a system call depends on a 4-byte local fd
  return 0;
}
