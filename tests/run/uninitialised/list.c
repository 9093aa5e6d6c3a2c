//@ options: --check=uninitialised
//@ paths: 1
#include <stdlib.h>
struct node {
  struct node *next;
  int value;
};
int main(void) {
  struct node *n = malloc(sizeof *n);
  n->value = 1;
  int sum = 0;
  for (struct node *at = n; at; at = at->next) //~ FAULT uninitialised-use: a 16-byte heap object
    sum += at->value;
  return sum;
}
