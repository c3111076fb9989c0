// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

namespace fabricmap::placement {

/// A pattern's words: "stencil:8x8,periodic,length=64K".
struct Spec {
    std::string text;
    std::string name;
    std::vector<int> size;                        ///< "8x8"; empty where none is given
    std::set<std::string> words;                  ///< "periodic"
    std::map<std::string, std::int64_t> numbers;  ///< "length": 65536

    [[nodiscard]] std::int64_t number(const std::string& key, std::int64_t if_none) const {
        const auto found = numbers.find(key);
        return found == numbers.end() ? if_none : found->second;
    }
};

/// Throws UsageError where the text is none.
[[nodiscard]] Spec parse_spec(const std::string& text);

/// Throws UsageError unless all words and numbers are among those, and "length" and "messages", which all
/// patterns have.
void require_known_words(const Spec& spec, const std::set<std::string>& words,
                         const std::set<std::string>& numbers);

}  // namespace fabricmap::placement
