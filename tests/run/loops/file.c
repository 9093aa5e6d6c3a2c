//@ exit: 0
//@ options: --check=infinite-loop
#include <klee/klee.h>
// Reading a file gets on, also byte by byte with all else the same.
#include <fcntl.h>
#include <unistd.h>
int main(void) {
  unsigned char x;
  char c = 'a';
  klee_make_symbolic(&x, 1, "x");
  int f = open("made", O_RDWR | O_CREAT | O_TRUNC, 0600);
  for (int i = 0; i < 200; i++)
    write(f, &c, 1);
  lseek(f, x == 1 ? 0 : 10, SEEK_SET);
  while (read(f, &c, 1) == 1)
    ;
  close(f);
  unlink("made");
  return 0;
}
