// The containers of the system's libstdc++ headers over the runtime's functions:
// random insertions and removals, checked against plain arrays, and the contents
// printed, for a native build to print the same.
#include <algorithm>
#include <cstdio>
#include <functional>
#include <list>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

static unsigned seed = 1;

static unsigned draw(unsigned limit)
{
    seed = seed * 1103515245 + 12345;
    return (seed >> 16) % limit;
}

static void require(bool condition, const char *what)
{
    if (!condition) {
        printf("wrong: %s\n", what);
        std::exit(1);
    }
}

static void ordered()
{
    std::set<int> set;
    std::vector<bool> expected(200);
    for (int round = 0; round < 20000; round++) {
        int key = draw(200);
        if (draw(2)) {
            require(set.insert(key).second != expected[key], "insert");
            expected[key] = true;
        } else {
            require((set.erase(key) == 1) == expected[key], "erase");
            expected[key] = false;
        }
        if (round % 64)
            continue;
        auto it = set.begin();
        for (int k = 0; k < 200; k++)
            if (expected[k])
                require(*it++ == k, "order");
        require(it == set.end(), "end");
        auto back = set.rbegin();
        for (int k = 199; k >= 0; k--)
            if (expected[k])
                require(*back++ == k, "reverse order");
    }
    std::map<std::string, int> map;
    for (int i = 0; i < 50; i++)
        map["key " + std::to_string(draw(30)) + " with a long tail"] += i;
    for (auto &entry : map)
        printf("%s=%d ", entry.first.c_str(), entry.second);
    printf("\n%zu\n", set.size());
}

static void hashed()
{
    std::unordered_map<std::string, int> words;
    std::unordered_map<int, int> numbers;
    for (int i = 0; i < 3000; i++) {
        char letter = 'a' + draw(3);
        std::string word(draw(20), letter);
        words[word] = i;
        numbers[draw(100000)]++;
        if (draw(3) == 0)
            numbers.erase(numbers.begin());
    }
    for (auto &entry : words)
        printf("%s%d ", entry.first.c_str(), entry.second);
    long sum = 0, weight = 0;
    for (auto &entry : numbers)
        sum += entry.first * ++weight % 1000;
    printf("\n%zu %zu %ld %zu\n", numbers.size(), numbers.bucket_count(), sum, words.bucket_count());
}

static void linked()
{
    std::list<int> a, b;
    for (int i = 0; i < 20; i++) {
        a.push_back(draw(100));
        b.push_front(draw(100));
    }
    a.sort();
    b.reverse();
    b.sort();
    a.merge(b);
    b.splice(b.begin(), a, std::next(a.begin(), 3), std::next(a.begin(), 9));
    a.swap(b);
    a.remove_if([](int x) { return x % 2; });
    for (int x : a)
        printf("%d ", x);
    printf("| ");
    for (int x : b)
        printf("%d ", x);
    std::list<int> empty;
    empty.swap(a);
    printf("%zu %zu\n", a.size(), empty.size());
}

int main()
{
    ordered();
    hashed();
    linked();
    std::vector<std::function<int(int)>> functions;
    auto shared = std::make_shared<int>(7);
    for (int i = 0; i < 5; i++)
        functions.push_back([i, shared](int x) { return x * i + *shared; });
    std::string text = "the quick brown fox";
    std::sort(text.begin(), text.end());
    printf("%d %ld %s %zu\n", functions[4](10), shared.use_count(), text.c_str(), text.find("fo"));
    return 0;
}
