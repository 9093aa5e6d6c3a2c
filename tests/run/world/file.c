//@ args: --sym-files 2 4
//@ exit: 0,1,2
// Files A and B of four bytes each, which are there with their sizes.
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int main(void)
{
    struct stat a, b;
    char magic[4], rest[5];
    if (stat("A", &a) || stat("./B", &b) || a.st_size != 4 || b.st_size != 4 || a.st_ino == b.st_ino)
        return 9;
    if (!S_ISREG(a.st_mode) || access("C", F_OK) == 0)
        return 9;
    int first = open("A", O_RDONLY), second = open("B", O_RDONLY);
    if (read(first, magic, 4) != 4 || lseek(second, 1, SEEK_SET) != 1 || read(second, rest, 5) != 3)
        return 9;
    if (memcmp(magic, "\177ELF", 4))
        return 0;
    if (rest[0] == magic[1])
        return write(1, "same", 4) != 4 ? 9 : 1;
    return 2;
}
