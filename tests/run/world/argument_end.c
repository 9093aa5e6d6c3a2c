//@ args: --sym-arg 2
//@ exit: 0
//@ replay: off natively arguments lie one behind the other
// An argument is an object of its own: what is behind its final zero is out of bounds.
int main(int argc, char **argv)
{
    char *arg = argv[1];
    if (arg[0] && arg[1] && arg[2] == 0)
        return arg[3]; //~ FAULT out-of-bounds
    return 0;
}
