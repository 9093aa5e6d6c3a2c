// Exceptions, templates, virtual calls, lambdas, statics, containers.
#include <algorithm>
#include <map>
#include <memory>
#include <stdexcept>
#include <string>
#include <typeinfo>
#include <vector>

struct shape {
  virtual ~shape() = default;
  virtual double area() const = 0;
  virtual const char *name() const { return "shape"; }
};
struct circle final : shape {
  double r;
  explicit circle(double r) : r(r) {
    if (r < 0) throw std::invalid_argument("negative radius");
  }
  double area() const override { return 3.14159 * r * r; }
};
struct tagged { virtual int tag() const { return 1; } };
struct square : virtual tagged, shape {
  double a = 1;
  double area() const override { return a * a; }
  const char *name() const override { return "square"; }
};

struct guard {
  int &depth;
  explicit guard(int &d) : depth(d) { ++depth; }
  ~guard() { --depth; }
};

template <typename T, int N> struct ring {
  T items[N] = {};
  unsigned next = 0;
  void push(T item) { items[next++ % N] = std::move(item); }
  template <typename F> auto fold(T start, F f) const {
    for (const T &item : items) start = f(start, item);
    return start;
  }
};

template <typename T> T parse(const std::string &text);
template <> int parse<int>(const std::string &text) { return std::stoi(text); }
template <> double parse<double>(const std::string &text) { return std::stod(text); }

static int depth;
int attempt(const std::string &text, int level) {
  guard g(depth);
  try {
    if (level > 3) throw level;
    if (text.empty()) throw std::runtime_error("empty");
    return parse<int>(text) + attempt(text.substr(1), level + 1);
  } catch (const std::invalid_argument &e) {
    return -1;
  } catch (std::exception &e) {
    return static_cast<int>(std::string(e.what()).size());
  } catch (int n) {
    if (n > 10) throw;
    return n;
  } catch (...) {
    return -3;
  }
}

int never() noexcept { return attempt("12", 0); }
void limited(int n) noexcept(false) {
  if (n) throw std::string("text");
}

const std::vector<int> &primes() {
  static const std::vector<int> known = [] {
    std::vector<int> found;
    for (int n = 2; n < 50; n++)
      if (std::none_of(found.begin(), found.end(), [n](int p) { return n % p == 0; }))
        found.push_back(n);
    return found;
  }();
  return known;
}

thread_local std::string scratch = "start";
inline int shared_inline = 5;
std::map<std::string, std::unique_ptr<shape>> shapes;

double total(int n) {
  shapes["circle"] = std::make_unique<circle>(n);
  shapes.emplace("square", new square);
  double sum = 0;
  for (auto &[key, value] : shapes) {
    if (auto *s = dynamic_cast<square *>(value.get())) sum += s->tag();
    sum += value->area() + key.size() + (typeid(*value) == typeid(circle));
  }
  ring<int, 4> r;
  for (int p : primes()) r.push(p);
  scratch += std::to_string(r.fold(0, [](int a, int b) { return a * 31 + b; }));
  return sum + scratch.size() + shared_inline;
}

int (square::*member)() const = nullptr;
double (shape::*area)() const = &shape::area;
double indirect(const shape &s) { return (s.*area)(); }

int main(int argc, char **argv) {
  try {
    limited(argc - 1);
    int *many = new int[argc + 3]{1, 2, 3};
    delete[] many;
    return static_cast<int>(total(argc)) + never();
  } catch (const std::string &text) {
    return static_cast<int>(text.size());
  }
}
