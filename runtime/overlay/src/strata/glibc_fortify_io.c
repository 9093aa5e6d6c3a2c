/* Checked input functions; see glibc_fortify.h. */
#define _GNU_SOURCE
#include <limits.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <unistd.h>
#include "glibc_fortify.h"

char *__fgets_chk(char *to, size_t limit, int n, FILE *f)
{
	char *line = fgets(to, n, f);

	within((size_t)n, limit);
	return line;
}

size_t __fread_chk(void *to, size_t limit, size_t size, size_t n, FILE *f)
{
	size_t count = fread(to, size, n, f);

	within(count * size, limit);
	return count;
}

ssize_t __read_chk(int fd, void *to, size_t n, size_t limit)
{
	ssize_t count = read(fd, to, n);

	within(n, limit);
	return count;
}

ssize_t __pread_chk(int fd, void *to, size_t n, off_t offset, size_t limit)
{
	ssize_t count = pread(fd, to, n, offset);

	within(n, limit);
	return count;
}

ssize_t __pread64_chk(int fd, void *to, size_t n, off_t offset, size_t limit)
{
	return __pread_chk(fd, to, n, offset, limit);
}

ssize_t __recv_chk(int fd, void *to, size_t n, size_t limit, int flags)
{
	ssize_t count = recv(fd, to, n, flags);

	within(n, limit);
	return count;
}

ssize_t __readlink_chk(const char *path, char *to, size_t n, size_t limit)
{
	ssize_t count = readlink(path, to, n);

	within(n, limit);
	return count;
}

ssize_t __readlinkat_chk(int fd, const char *path, char *to, size_t n, size_t limit)
{
	ssize_t count = readlinkat(fd, path, to, n);

	within(n, limit);
	return count;
}

char *__getcwd_chk(char *to, size_t n, size_t limit)
{
	char *path = getcwd(to, n);

	within(n, limit);
	return path;
}

char *__realpath_chk(const char *path, char *to, size_t limit)
{
	char *resolved = realpath(path, to);

	within(PATH_MAX, limit);
	return resolved;
}

int __gethostname_chk(char *to, size_t n, size_t limit)
{
	int result = gethostname(to, n);

	within(n, limit);
	return result;
}

int __poll_chk(struct pollfd *fds, nfds_t n, int timeout, size_t limit)
{
	int ready = poll(fds, n, timeout);

	within(n * sizeof *fds, limit);
	return ready;
}

long __fdelt_chk(long fd)
{
	if (fd < 0 || fd >= FD_SETSIZE)
		__chk_fail();
	return fd / (8 * (long)sizeof(long));
}
