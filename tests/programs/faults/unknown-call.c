//@ opt: 0
#include <unistd.h>
int main(void) {
  return chroot("/tmp"); //~ UNSUPPORTED system call chroot
}
