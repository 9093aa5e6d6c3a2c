//@ opt: 0
static int *leak(void) {
  int local = 3;
  int *volatile p = &local;
  return p;
}
int main(void) {
  int *p = leak();
  return *p; //~ FAULT use after return: read at offset 0 of a 4-byte local local
}
