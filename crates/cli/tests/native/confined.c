#include <errno.h>
#include <stdio.h>
int reads(const char *path);
int writes(const char *path);
int removes(const char *path);
int starts(void);
int reaches_parent(void);
int landlock(void);
int cores(void);
int gains(void);
int descriptors(void);
int main(void) {
  /* The connection to the engine. */
  if (descriptors() != 1)
    return 1;
  int version = landlock();
  printf("cores %d, privileges %d\n", cores(), gains());
  printf("libraries %d, null %d\n", reads("/usr/bin/env"), writes("/dev/null"));
  if (version < 1)
    return 2;
  printf("passwords %d, new %d\n", reads("/etc/passwd") == EACCES, writes("made") == EACCES);
  printf("remove %d, start %d\n", removes("a.c") == EACCES, starts() != 5 << 8);
  if (version >= 6)
    printf("parent %d\n", reaches_parent() == EPERM);
  return 0;
}
