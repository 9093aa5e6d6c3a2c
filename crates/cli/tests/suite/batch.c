/* Linked into a native program, this runs it on many tests, in a process each: forking takes a fraction of the time
 * that starting a program takes, above all with sanitizers.
 *
 * STRATA_BATCH names a file of tests, each after its size in four bytes. A test is written to KTEST_FILE, where the
 * replay library looks for it, before the process that runs it is made. Written to standard output are, for each
 * test, the status that `wait` gives and the size of what the program printed, in four bytes each, and what it
 * printed. */
#define _GNU_SOURCE
#include <fcntl.h>
#include <stdint.h>
#include <stdlib.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

/* Seconds that one run may take. */
#define LIMIT 20

static void require(int condition)
{
    if (!condition)
        _exit(99);
}

static void write_all(int to, const void *bytes, size_t size)
{
    require(write(to, bytes, size) == (ssize_t)size);
}

static void report(int status, int output)
{
    struct stat data;
    require(fstat(output, &data) == 0);
    uint32_t head[2] = {(uint32_t)status, (uint32_t)data.st_size};
    write_all(1, head, sizeof head);
    if (data.st_size == 0)
        return;
    void *bytes = mmap(NULL, (size_t)data.st_size, PROT_READ, MAP_PRIVATE, output, 0);
    require(bytes != MAP_FAILED);
    write_all(1, bytes, (size_t)data.st_size);
    munmap(bytes, (size_t)data.st_size);
}

__attribute__((constructor)) static void batch(void)
{
    const char *list = getenv("STRATA_BATCH");
    if (!list)
        return;
    int tests = open(list, O_RDONLY | O_CLOEXEC);
    int test = open(getenv("KTEST_FILE"), O_WRONLY | O_CREAT | O_CLOEXEC, 0600);
    require(tests >= 0 && test >= 0);
    for (uint32_t size; read(tests, &size, sizeof size) == sizeof size;) {
        char bytes[size];
        require(read(tests, bytes, size) == (ssize_t)size);
        require(ftruncate(test, 0) == 0 && pwrite(test, bytes, size, 0) == (ssize_t)size);
        int output = memfd_create("output", MFD_CLOEXEC), status;
        pid_t child = fork();
        require(output >= 0 && child >= 0);
        if (child == 0) {
            require(dup2(output, 1) == 1);
            alarm(LIMIT);
            return;
        }
        require(waitpid(child, &status, 0) == child);
        report(status, output);
        close(output);
    }
    _exit(0);
}
