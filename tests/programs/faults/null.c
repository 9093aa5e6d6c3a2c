//@ opt: 0
struct node { long value; struct node *next; };
int main(void) {
  struct node n = {1, 0};
  struct node *p = &n;
  p = p->next;
  return p->next == 0; //~ FAULT null dereference: read at address 8
}
