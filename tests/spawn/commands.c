// Commands in every way that C has to execute them; each prints what it is told.
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <sched.h>
#include <signal.h>
#include <spawn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

extern char **environ;

static volatile int children;

static void count(int number)
{
    (void)number;
    children++;
}

static void status(const char *what, int status)
{
    if (WIFEXITED(status))
        printf("%s: status %d\n", what, WEXITSTATUS(status));
    else if (WIFSIGNALED(status))
        printf("%s: signal %d\n", what, WTERMSIG(status));
    else
        printf("%s: %x\n", what, status);
    fflush(stdout);
}

static void forked(void)
{
    int result, own = 1;
    pid_t child = fork();
    if (!child) {
        own = 2;
        if (getppid() == getpid())
            _exit(9);
        execlp("seven", "seven", "a", (char *)0);
        _exit(99);
    }
    if (waitpid(child, &result, 0) != child || own != 1)
        puts("fork: ?");
    status("fork", result);
    child = fork();
    if (!child) {
        execlp("nowhere", "nowhere", (char *)0);
        _exit(errno == ENOENT ? 44 : 99);
    }
    waitpid(child, &result, 0);
    status("not there", result);
    child = fork();
    if (!child) {
        // A child of the child, and an end without a command.
        pid_t inner = fork();
        if (!inner)
            _exit(12);
        if (waitpid(inner, &result, 0) != inner)
            _exit(99);
        if (WEXITSTATUS(result) == 12)
            raise(SIGTERM);
        _exit(98);
    }
    waitpid(child, &result, 0);
    status("killed", result);
}

static void vforked(void)
{
    int result;
    volatile int problem = 0;
    pid_t child = vfork();
    if (!child) {
        execlp("nowhere", "nowhere", (char *)0);
        problem = errno;
        _exit(3);
    }
    waitpid(child, &result, 0);
    status(problem == ENOENT ? "vfork, shared" : "vfork", result);
    child = vfork();
    if (!child) {
        execlp("hello", "hello", (char *)0);
        _exit(99);
    }
    waitpid(child, &result, 0);
    status("vfork", result);
}

static void spawned(void)
{
    char *words[] = {"hello", "you", 0};
    posix_spawn_file_actions_t actions;
    int result, ends[2];
    char text[64];
    pid_t child;
    siginfo_t details;
    if (posix_spawnp(&child, "hello", 0, 0, words, environ))
        puts("posix_spawn: ?");
    if (waitid(P_PID, child, &details, WEXITED | WNOWAIT) || details.si_pid != child)
        puts("waitid: ?");
    printf("waitid: %d %d %d\n", details.si_signo == SIGCHLD, details.si_code == CLD_EXITED, details.si_status);
    waitpid(child, &result, 0);
    status("posix_spawn", result);
    printf("no more: %d\n", waitpid(-1, &result, 0) == -1 && errno == ECHILD);
    printf("not there: %d\n", posix_spawnp(&child, "nowhere", 0, 0, words, environ) == ENOENT);
    pipe(ends);
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_adddup2(&actions, ends[1], 1);
    posix_spawn_file_actions_addclose(&actions, ends[0]);
    posix_spawnp(&child, "hello", &actions, 0, words, environ);
    close(ends[1]);
    ssize_t length = 0, more;
    while ((more = read(ends[0], text + length, sizeof text - length)) > 0)
        length += more;
    printf("through a pipe: %.*s", (int)length, text);
    waitpid(child, &result, 0);
    status("posix_spawn", result);
    posix_spawn_file_actions_init(&actions);
    posix_spawn_file_actions_addopen(&actions, 1, "written", O_CREAT | O_TRUNC | O_WRONLY, 0644);
    posix_spawnp(&child, "hello", &actions, 0, words, environ);
    waitpid(child, &result, 0);
    FILE *file = fopen("written", "r");
    printf("to a file: %s", fgets(text, sizeof text, file));
    fclose(file);
    unlink("written");
}

static void by_shell(void)
{
    char line[64];
    status("system", system("seven b c"));
    FILE *from = popen("hello", "r");
    printf("popen: %s", fgets(line, sizeof line, from));
    status("pclose", pclose(from));
    FILE *to = popen("seven", "w");
    for (int i = 0; i < 5000; i++)
        fprintf(to, "line %d of many that are read by the command\n", i);
    status("pclose", pclose(to));
}

static int in_clone(void *what)
{
    *(int *)what = 5;
    execlp("seven", "seven", (char *)0);
    _exit(99);
}

static void cloned(void)
{
    static char stack[16384];
    int result, seen = 0;
    pid_t child = clone(in_clone, stack + sizeof stack, CLONE_VM | CLONE_VFORK | SIGCHLD, &seen);
    waitpid(child, &result, 0);
    status(seen == 5 ? "clone, shared" : "clone", result);
}

int main(void)
{
    signal(SIGCHLD, count);
    forked();
    vforked();
    spawned();
    cloned();
    // system() blocks the signal, and nobody else does.
    printf("children: %s\n", children >= 10 ? "many" : "few");
    signal(SIGCHLD, SIG_DFL);
    by_shell();
    signal(SIGCHLD, SIG_IGN);
    if (!fork())
        execlp("hello", "hello", (char *)0);
    int result;
    printf("ignored: %d\n", wait(&result) == -1 && errno == ECHILD);
    fflush(stdout);
    execlp("seven", "seven", "at last", (char *)0);
    return 99;
}
