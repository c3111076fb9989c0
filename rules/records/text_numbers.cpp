// SPDX-License-Identifier: Apache-2.0
#include "rules/records/text_numbers.hpp"

#include <cstddef>

namespace fabricmap::rules {

using tracing::StringId;

StringId TextNumbers::number_of(std::string_view text) {
    const StringId known = strings_.find(text);
    if (known != tracing::no_string) return known;
    return static_cast<StringId>(strings_.size() + static_cast<std::size_t>(others_.intern(text)));
}

std::string_view TextNumbers::text_of(StringId number) const {
    if (number == tracing::no_string) return {};
    const auto position = static_cast<std::size_t>(number);
    if (position < strings_.size()) return strings_[number];
    return others_[static_cast<StringId>(position - strings_.size())];
}

}  // namespace fabricmap::rules
