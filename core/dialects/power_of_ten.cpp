#include "core/dialects/power_of_ten.h"

namespace headlight {

std::string withPowerOfTen(std::string_view text, std::initializer_list<std::string_view> products)
{
    std::string plain(text);
    for (const std::string_view product : products) {
        if (const std::size_t at = plain.find(product); at != plain.npos)
            plain.replace(at, product.size(), "*");
    }
    std::erase_if(plain, [](char c) { return c == ' ' || c == '\t' || c == '\n' || c == '\r'; });
    const std::size_t at = plain.find("10^");
    const bool alone = at == 0 || (at == 1 && plain[0] == '-');
    if (at == plain.npos || (!alone && plain[at - 1] != '*'))
        return plain;
    const std::string mantissa = alone ? plain.substr(0, at) + "1" : plain.substr(0, at - 1);
    std::string exponent = plain.substr(at + 3);
    std::erase_if(exponent, [](char c) { return c == '{' || c == '}' || c == '(' || c == ')'; });
    return mantissa + "e" + exponent;
}

} // namespace headlight
