// What C++ needs of its runtime without exceptions: allocation in all its
// forms, static locals, global constructors and destructors, virtual calls and
// dynamic_cast over every shape of hierarchy.
extern "C" int printf(const char *, ...);

struct Noisy {
    Noisy(const char *n) : name(n) { printf("+%s ", name); }
    ~Noisy() { printf("-%s ", name); }
    const char *name;
};

Noisy global("global");
thread_local Noisy thread("thread");

struct Base {
    virtual ~Base() {}
    virtual int id() { return 1; }
};
struct Single : Base {
    int id() override { return 2; }
};
struct Other {
    virtual ~Other() {}
    int padding = 5;
};
struct Multiple : Single, Other {
    int id() override { return 3; }
};
struct Left : virtual Base {};
struct Right : virtual Base {};
struct Diamond : Left, Right, Other {};
struct Hidden : private Base, public Other {
    Base *base() { return this; }
};
struct Twice1 : Single {};
struct Twice2 : Single {};
struct Twice : Twice1, Twice2, Other {};

template <class To, class From> int offset(From *from, void *whole)
{
    To *to = dynamic_cast<To *>(from);
    return to ? int(reinterpret_cast<char *>(to) - static_cast<char *>(whole)) : -1;
}

static void casts()
{
    Single single;
    Multiple multiple;
    Diamond diamond;
    Hidden hidden;
    Twice twice;
    Base *base = &multiple;
    Other *other = &multiple;
    printf("%d %d %d\n", offset<Single>(base, base), offset<Other>(base, base), offset<Multiple>(other, base));
    base = &single;
    printf("%d %d %d\n", base->id(), offset<Multiple>(base, base), offset<Single>(base, base));
    base = &diamond;
    printf("%d %d %d %d\n", offset<Left>(base, &diamond), offset<Right>(base, &diamond),
           offset<Other>(base, &diamond), offset<Diamond>(base, &diamond));
    other = &hidden;
    printf("%d %d %d\n", offset<Base>(other, &hidden), offset<Other>(hidden.base(), &hidden),
           offset<Hidden>(other, &hidden));
    other = &twice;
    Base *in_second = static_cast<Twice2 *>(&twice);
    printf("%d %d %d %d\n", offset<Base>(other, &twice), offset<Twice1>(other, &twice),
           offset<Single>(in_second, &twice), offset<Twice1>(in_second, &twice));
    printf("%d\n", dynamic_cast<void *>(other) == &twice);
}

struct alignas(64) Wide {
    char bytes[100];
};

static int counted()
{
    static Noisy local("local");
    static int calls = 0;
    return ++calls;
}

int main()
{
    thread.name = "thread";
    casts();
    Wide *wide = new Wide[3];
    Base **many = new Base *[3]{new Base, new Single, new Multiple};
    for (int i = 0; i < 3; i++) {
        printf("%d ", many[i]->id());
        delete many[i];
    }
    delete[] many;
    printf("%d\n", int(reinterpret_cast<unsigned long>(wide) % 64));
    delete[] wide;
    counted();
    printf("%d\n", counted());
    return 3;
}
