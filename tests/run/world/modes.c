//@ args: --sym-files 1 1
//@ exit: 0,1
//@ paths: 16
//@ replay: off the superuser may read what nobody else may
// Of permission bits those are asked for that the program's own access depends on; the others stay symbolic.
#include <fcntl.h>
#include <klee/klee.h>
#include <sys/stat.h>
#include <unistd.h>

static void mode_is(const char *path, mode_t mode)
{
    struct stat status;
    klee_assert(!stat(path, &status) && (status.st_mode & 07777) == mode);
}

int main(void)
{
    mode_t mode, mask;
    klee_make_symbolic(&mode, sizeof mode, "mode");
    klee_make_symbolic(&mask, sizeof mask, "mask");
    klee_assert(!chmod("A", mode));
    mode_is("A", mode & 07777);
    klee_assert(!access("A", R_OK) == !!(mode & S_IRUSR));
    klee_assert(!access("A", X_OK) == !!(mode & S_IXUSR));

    klee_assert(umask(mask) == 022);
    klee_assert(umask(0) == (mask & 0777));
    // No question: nothing is made.
    close(open("A", O_RDONLY, mode));
    if ((mode & 0707) != 0700)
        return 1;
    umask(mask);
    klee_assert(!mkdir("d", mode));
    umask(022);
    mode_is("d", mode & ~(mask & 0777) & 01777);
    return 0;
}
