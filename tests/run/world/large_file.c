//@ args: --sym-stdin 2
//@ exit: 0,1
//@ paths: 2
// A symbolic byte far inside of a large file; writes of one path are not seen on another.
#include <fcntl.h>
#include <unistd.h>

int main(void)
{
    char in[2], out;
    read(0, in, 2);
    int file = open("large", O_CREAT | O_RDWR | O_TRUNC, 0600);
    unlink("large");
    if (ftruncate(file, 10 << 20) || pwrite(file, in, 1, 7 << 20) != 1)
        return 9;
    if (in[1] == 'x')
        pwrite(file, "y", 1, 7 << 20);
    if (pread(file, &out, 1, 7 << 20) != 1 || lseek(file, 0, SEEK_END) != 10 << 20)
        return 9;
    return out == 'y';
}
