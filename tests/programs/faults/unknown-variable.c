//@ opt: 0
extern int nobody_has_this;
int main(void) {
  return nobody_has_this; //~ UNSUPPORTED external variable nobody_has_this
}
