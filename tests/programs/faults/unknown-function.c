//@ opt: 0
int nobody_has_this(int);
int main(void) {
  return nobody_has_this(1); //~ UNSUPPORTED external function nobody_has_this
}
