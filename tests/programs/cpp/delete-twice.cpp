//@ opt: 0
struct Node {
  int value;
};
int main() {
  Node *a = new Node{1};
  Node *b = a;
  delete a;
  return b->value; //~ FAULT use after free: read at offset 0 of a 4-byte heap object
}
