//@ args: --sym-arg-template ?x --sym-arg-template ?? --template-range=a-z --sym-files 1 1
//@ exit: 1,2,3
// A name that is made of symbolic bytes is compared with later ones, and listed as it is.
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    struct stat status;
    int listed = 0, file = open(argv[1], O_CREAT | O_EXCL | O_WRONLY, 0600);
    if (file < 0 || write(file, "four", 4) != 4 || mkdir(argv[1], 0700) != -1 || errno != EEXIST)
        return 99;
    DIR *here = opendir(".");
    for (struct dirent *entry; (entry = readdir(here));)
        listed += !strcmp(entry->d_name, argv[1]);
    closedir(here);
    if (listed != 1)
        return 98;
    if (stat(argv[2], &status))
        return strcmp(argv[1], argv[2]) ? 1 : 97;
    if (strcmp(argv[1], argv[2]) || status.st_size != 4)
        return 96;
    if (argv[1][0] != 'q')
        return rename(argv[2], "A") || access(argv[1], F_OK) != -1 ? 95 : 2;
    return access("qx", F_OK) || unlink("qx") || access(argv[1], F_OK) != -1 ? 94 : 3;
}
