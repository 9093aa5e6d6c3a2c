//@ paths: 344
//@ cflags: -DBYTES=4
//@ exit: 0,1
// By the recurrence in the program.
#include "../../../bench/programs/tokenizer.c"
