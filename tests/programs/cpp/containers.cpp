// Containers of the C++ library, from its headers.
#include <algorithm>
#include <cstdio>
#include <map>
#include <memory>
#include <string>
#include <unordered_map>
#include <vector>

int main() {
  std::vector<int> values;
  for (int i = 0; i < 10; i++)
    values.push_back(i * 7 % 10);
  std::sort(values.begin(), values.end());
  std::string text = "abc";
  text += "def";
  std::map<std::string, int> ordered;
  ordered[text] = 3;
  ordered["x"] = 4;
  for (auto &[key, value] : ordered)
    printf("%s %d\n", key.c_str(), value);
  std::unordered_map<int, std::string> names;
  for (int v : values)
    names[v * 100] = std::to_string(v) + text.substr(v % 6);
  auto shared = std::make_shared<std::vector<int>>(values);
  auto copy = shared;
  copy->push_back(99);
  printf("%d %zu %s %ld\n", values[3], shared->size(), names[700].c_str(), shared.use_count());
  return 0;
}
