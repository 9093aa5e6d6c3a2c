//@ paths: 41
//@ paths single merge flat segmented segmented-ideal dynamic: 2
//@ cflags: -DN=40
// The same with an object for each row: a path for each, and one more in the first.
#include "../../../bench/programs/matrix.c"
