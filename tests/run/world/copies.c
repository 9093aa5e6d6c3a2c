//@ args: --sym-stdin 6
//@ exit: 0
//@ paths: 1
// Symbolic bytes go through files, pipes and mappings as they are: no path is made for any value.
#define _GNU_SOURCE
#include <fcntl.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/sendfile.h>
#include <sys/uio.h>
#include <unistd.h>

int main(void)
{
    char in[6], out[8] = {0}, back[16] = {0};
    int ends[2];
    if (read(0, in, 6) != 6)
        return 9;
    int file = open("copy", O_CREAT | O_RDWR | O_TRUNC, 0600);
    unlink("copy");
    struct iovec parts[2] = {{in + 3, 3}, {in, 3}};
    if (writev(file, parts, 2) != 6 || pwrite(file, "!", 1, 1) != 1)
        return 9;
    if (pipe(ends) || lseek(file, 0, SEEK_SET) || sendfile(ends[1], file, 0, 6) != 6)
        return 9;
    close(ends[1]);
    if (read(ends[0], out, 2) != 2 || read(ends[0], out + 2, 8) != 4 || read(ends[0], out, 1) != 0)
        return 9;
    char *mapped = mmap(0, 6, PROT_READ, MAP_PRIVATE, file, 0);
    int same = !((out[0] ^ in[3]) | (out[1] ^ '!') | (out[2] ^ in[5]) | (out[3] ^ in[0]) | (out[5] ^ in[2]));
    for (int i = 0; i < 6; i++)
        same &= !(mapped[i] ^ out[i]);
    if (ftruncate(file, 2) || lseek(file, 0, SEEK_END) != 2 || write(file, in, 1) != 1 || pread(file, back, 16, 0) != 3)
        return 9;
    same &= !((back[0] ^ in[3]) | (back[2] ^ in[0]) | back[3]);
    return !same;
}
