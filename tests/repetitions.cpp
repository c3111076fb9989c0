// SPDX-License-Identifier: Apache-2.0
#include "tests/repetitions.hpp"

#include <charconv>
#include <cstdlib>
#include <stdexcept>
#include <string>

namespace fabricmap::testing {

int repetitions(int quick, int whole, const char* variable) {
    const char* const text = variable == nullptr ? nullptr : std::getenv(variable);
    if (text == nullptr) return std::getenv("FABRICMAP_WHOLE") == nullptr ? quick : whole;
    const std::string number = text;
    int wanted = 0;
    const auto [end, error] = std::from_chars(number.data(), number.data() + number.size(), wanted);
    if (error != std::errc() || end != number.data() + number.size() || wanted <= 0)
        throw std::runtime_error(std::string(variable) + "=" + number + ": not a number above 0");
    return wanted;
}

}  // namespace fabricmap::testing
