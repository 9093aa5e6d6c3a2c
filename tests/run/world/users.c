//@ args: --sym-arg 1
//@ exit: 0,1,2,3
// The superuser and whoever runs this are known, and nobody else is.
#define _GNU_SOURCE
#include <errno.h>
#include <grp.h>
#include <pwd.h>
#include <string.h>
#include <sys/types.h>
#include <unistd.h>

int main(int argc, char **argv)
{
    struct passwd *user;
    struct group *group;
    uid_t real, effective, saved;
    gid_t groups[64];
    switch (argv[1][0]) {
    case 'r':
        user = getpwuid(0);
        group = getgrnam("root");
        return user && !strcmp(user->pw_name, "root") && group && group->gr_gid == 0 ? 1 : 9;
    case 'm':
        user = getpwuid(getuid());
        if (!user || user->pw_uid != getuid() || geteuid() != getuid())
            return 9;
        if (!getpwnam(user->pw_name) || !user->pw_dir[0] || !user->pw_shell[0])
            return 9;
        group = getgrgid(getgid());
        if (!group || group->gr_gid != getgid() || getegid() != getgid())
            return 9;
        if (getresuid(&real, &effective, &saved) || real != getuid() || saved != effective)
            return 9;
        if (setuid(getuid()) || getgroups(0, 0) < 0 || getgroups(64, groups) != getgroups(0, 0))
            return 9;
        return 2;
    case 'l': {
        int count = 0;
        setpwent();
        while (getpwent())
            count++;
        endpwent();
        return count >= 1 ? 3 : 9;
    }
    default:
        return getpwnam("nobody here") || getpwuid(54321) || getgrnam("none") || getgrgid(54321) ? 9 : 0;
    }
}
