//@ opt: 0
int table[3];
int neighbour[3];
int main(void) {
  // The neighbour's bytes follow; the object does not.
  for (int i = 0; i < 4; i++)
    table[i] = i; //~ FAULT out of bounds: write of 4 bytes at offset 12 of a 12-byte global table
  return 0;
}
