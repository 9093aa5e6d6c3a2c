// Classes, templates, virtual calls, static initialisation: C++ without its library.
extern "C" int printf(const char *, ...);

struct Shape {
  virtual ~Shape() { printf("~Shape\n"); }
  virtual double area() const = 0;
  virtual const char *name() const { return "shape"; }
};

struct Square : Shape {
  double side;
  explicit Square(double s) : side(s) {}
  ~Square() override { printf("~Square %g\n", side); }
  double area() const override { return side * side; }
};

struct Named {
  virtual const char *title() const { return "named"; }
  int id = 7;
};

struct Circle : Shape, Named {
  double radius;
  explicit Circle(double r) : radius(r) {}
  double area() const override { return 3 * radius * radius; }
  const char *name() const override { return "circle"; }
  const char *title() const override { return "round"; }
};

template <typename T, int N> class Stack {
  T items[N];
  int count = 0;

public:
  void push(const T &item) { items[count++] = item; }
  T pop() { return items[--count]; }
  template <typename F> void each(F f) {
    for (int i = 0; i < count; i++)
      f(items[i]);
  }
};

template <typename... A> long sum(A... args) { return (0L + ... + args); }

struct Counter {
  static int made;
  Counter() { made++; }
  Counter(const Counter &) { made += 100; }
  Counter(Counter &&) { made += 10000; }
};
int Counter::made;
static Counter global_counter;

static int next() {
  static int seed = printf("once\n");
  return seed++;
}

static Counter pass(Counter c) { return c; }

int main() {
  Shape *shapes[] = {new Square(2.5), new Circle(2)};
  for (Shape *s : shapes)
    printf("%s %g\n", s->name(), s->area());
  Named *named = static_cast<Circle *>(shapes[1]);
  printf("%s %d\n", named->title(), named->id);
  for (Shape *s : shapes)
    delete s;
  Stack<long, 8> stack;
  for (int i = 0; i < 5; i++)
    stack.push(i * i);
  long total = stack.pop();
  stack.each([&](long v) { total += v; });
  printf("%ld %ld\n", total, sum(1, 2L, 'c', 4u));
  printf("%d ", next());
  printf("%d\n", next());
  Counter c = pass(Counter());
  printf("%d\n", Counter::made);
  int *many = new int[10]();
  int Square::*none = nullptr;
  double Square::*member = &Square::side;
  const char *(Shape::*method)() const = &Shape::name;
  Square q(3);
  printf("%d %g %s %d\n", many[9], q.*member, (q.*method)(), none == nullptr);
  delete[] many;
  return 0;
}
