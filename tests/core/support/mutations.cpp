#include "tests/core/support/mutations.h"

namespace headlight {
namespace {

std::size_t below(std::size_t limit, std::mt19937_64& random)
{
    return limit == 0 ? 0 : std::size_t(random() % limit);
}

void changeByte(std::string& bytes, std::mt19937_64& random)
{
    static const std::string telling("\x00\x01\x7f\x80\xff{}()[]',\"0912-.eL", 22);
    if (bytes.empty())
        return;
    const char fresh = random() % 2 == 0 ? telling[below(telling.size(), random)] : char(random());
    bytes[below(bytes.size(), random)] = fresh;
}

} // namespace

std::string mutated(const std::string& bytes, std::mt19937_64& random)
{
    std::string copy = bytes;
    const std::size_t start = below(copy.size(), random);
    const std::size_t length = below(24, random);
    switch (random() % 6) {
    case 0:
        copy.erase(start, length);
        break;
    case 1:
        copy.insert(start, copy.substr(start, length));
        break;
    case 2:
        copy.resize(start);
        break;
    default:
        break;
    }
    for (std::size_t i = 1 + below(4, random); i > 0; --i)
        changeByte(copy, random);
    return copy;
}

} // namespace headlight
