//@ opt: 0
int main(void) {
  char *text = "constant";
  text[0] = 'C'; //~ FAULT write to a 9-byte global
  return 0;
}
