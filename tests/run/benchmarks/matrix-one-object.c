//@ paths: 2
//@ paths split: 14
//@ cflags: -DN=40 -DSINGLE_OBJ
// The matrix of the FSE'19 paper as one object: is the element positive?
#include "../../../bench/programs/matrix.c"
