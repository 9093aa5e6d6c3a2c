//@ options: --tty=stdout,stderr
//@ args: --sym-arg 1
//@ exit: 1,2,3,4
//@ by-number
//@ replay: off natively there is no terminal
// Streams that are a terminal, and one that is none.
#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/ioctl.h>
#include <sys/stat.h>
#include <termios.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    struct winsize size;
    struct termios settings, changed;
    struct stat status;
    if (isatty(0) || errno != ENOTTY || !isatty(1) || !isatty(2))
        return 9;
    switch (argv[1][0]) {
    case 's':
        if (ioctl(1, TIOCGWINSZ, &size) || size.ws_row != 24 || size.ws_col != 80)
            return 9;
        return fstat(1, &status) || !S_ISCHR(status.st_mode) ? 9 : 1;
    case 't':
        if (tcgetattr(2, &settings) || !(settings.c_lflag & ECHO) || settings.c_cc[VEOF] != 4)
            return 9;
        settings.c_lflag &= ~ECHO;
        if (tcsetattr(1, TCSANOW, &settings) || tcgetattr(2, &changed) || changed.c_lflag & ECHO)
            return 9;
        return dup2(1, 7) == 7 && isatty(7) && tcgetpgrp(1) == getpgrp() ? 2 : 9;
    case 'o': {
        int file = open("/dev/tty", O_RDWR | O_CLOEXEC);
        if (file < 3 || !isatty(file) || write(file, "typed\n", 6) != 6 || stat("/dev/tty", &status))
            return 9;
        return S_ISCHR(status.st_mode) && (fcntl(1, F_GETFL) & O_ACCMODE) == O_RDWR ? 4 : 9;
    }
    default: {
        // Lines go out at once.
        printf("line\n");
        return setvbuf(stdout, 0, _IOFBF, 0) || !isatty(fileno(stdout)) ? 9 : 3;
    }
    }
}
