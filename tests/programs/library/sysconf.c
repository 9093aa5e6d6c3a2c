// What sysconf says where it does not depend on the machine, and that the rest makes sense.
#include <limits.h>
#include <stdio.h>
#include <sys/resource.h>
#include <unistd.h>

int main(void)
{
    struct rlimit files;
    getrlimit(RLIMIT_NOFILE, &files);
    printf("%ld %d\n", sysconf(_SC_PAGESIZE), getpagesize());
    printf("%ld %ld\n", sysconf(_SC_CLK_TCK), sysconf(_SC_VERSION));
    printf("%d\n", sysconf(_SC_OPEN_MAX) == (long)files.rlim_cur);
    printf("%d %d\n", sysconf(_SC_NPROCESSORS_ONLN) >= 1, sysconf(_SC_NPROCESSORS_CONF) >= sysconf(_SC_NPROCESSORS_ONLN));
    printf("%d %d\n", sysconf(_SC_PHYS_PAGES) > 0, sysconf(_SC_AVPHYS_PAGES) > 0);
    printf("%d\n", sysconf(_SC_ARG_MAX) >= _POSIX_ARG_MAX);
    printf("%d\n", sysconf(_SC_GETPW_R_SIZE_MAX) != 0);
    printf("%ld\n", sysconf(12345));
    return 0;
}
