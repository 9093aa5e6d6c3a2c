/* Standard output, which is never a terminal here: fully buffered from the
 * start. musl finds out at the first line, and until then asks of each byte
 * whether it ends one, which makes two paths for each symbolic byte. */
#include "stdio_impl.h"
#undef stdout

static unsigned char buffer[UNGET + BUFSIZ];

hidden FILE __stdout_FILE = {
	.fd = 1,
	.flags = F_PERM | F_NORD,
	.lbf = EOF,
	.lock = -1,
	.buf = buffer + UNGET,
	.buf_size = BUFSIZ,
	.write = __stdio_write,
	.seek = __stdio_seek,
	.close = __stdio_close,
};

FILE *const stdout = &__stdout_FILE;
FILE *volatile __stdout_used = &__stdout_FILE;
