// Natively the child may find the file that its parent makes. Here it runs first and never does: the run must not
// be called exhaustive.
//@ options: --spawn=*=1
//@ exit: 0
//@ by-number
//@ exhaustive: no
//@ replay: off processes are not made natively
#include <assert.h>
#include <fcntl.h>
#include <klee/klee.h>
#include <sys/wait.h>
#include <unistd.h>

int main(void) {
  int x, status;
  klee_make_symbolic(&x, sizeof x, "x");
  pid_t child = fork();
  if (child == 0) {
    int fd = open("made", O_RDONLY);
    _exit(fd >= 0 && x == 7 ? 3 : 0);
  }
  close(open("made", O_CREAT | O_WRONLY, 0600));
  waitpid(child, &status, 0);
  assert(WEXITSTATUS(status) != 3);
  return 0;
}
