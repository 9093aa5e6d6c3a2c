#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
int main(void) {
  char name[] = "/tmp/strata-test-XXXXXX";
  int fd = mkstemp(name);
  if (fd < 0) return 1;
  dprintf(fd, "line one\nline two\nline three\n");
  lseek(fd, 5, SEEK_SET);
  char three[4] = "";
  read(fd, three, 3);
  struct stat st;
  fstat(fd, &st);
  printf("%s %ld %d\n", three, (long)st.st_size, S_ISREG(st.st_mode));
  close(fd);
  FILE *f = fopen(name, "r+");
  char line[64];
  int n = 0;
  while (fgets(line, sizeof line, f)) n += strlen(line);
  fseek(f, 0, SEEK_SET);
  fputs("LINE", f);
  rewind(f);
  fgets(line, sizeof line, f);
  printf("%d %s", n, line);
  fclose(f);
  printf("%d %d\n", unlink(name), access(name, F_OK));
  printf("%d\n", fopen("/nonexistent/file", "r") == NULL);
  FILE *self = fopen(__FILE__, "r");
  printf("%d\n", self != NULL && fgetc(self) != EOF);
  return 0;
}
