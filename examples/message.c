// Reads a message of fields: a type, a length, and that many bytes. Which message breaks it?
#include <klee/klee.h>
#include <stdlib.h>
#include <string.h>

struct message { int flags; unsigned char name[4]; };

static int read_message(struct message *m, const unsigned char *in, size_t size) {
  size_t at = 0;
  while (at + 2 <= size) {
    unsigned char type = in[at], length = in[at + 1];
    if (at + 2 + length > size)
      return -1;
    if (type == 'n')
      memcpy(m->name, in + at + 2, length);
    else if (type == 'f' && length == 1)
      m->flags = in[at + 2];
    at += 2 + length;
  }
  return 0;
}

int main(void) {
  unsigned char in[8];
  klee_make_symbolic(in, sizeof in, "in");
  struct message *m = calloc(1, sizeof *m);
  int result = read_message(m, in, sizeof in);
  free(m);
  return result != 0;
}
