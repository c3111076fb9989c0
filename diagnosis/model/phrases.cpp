// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/model/phrases.hpp"

#include <fmt/args.h>
#include <fmt/format.h>

namespace fabricmap::diagnosis {

std::string english(std::string_view phrase) {
    return std::string(phrase);
}

std::string filled_phrase(const Language& in, std::string_view phrase,
                          const std::vector<std::string>& values) {
    if (values.empty()) return in(phrase);
    fmt::dynamic_format_arg_store<fmt::format_context> arguments;
    for (const std::string& value : values) arguments.push_back(value);
    return fmt::vformat(in(phrase), arguments);
}

}  // namespace fabricmap::diagnosis
