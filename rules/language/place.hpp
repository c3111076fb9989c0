// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace fabricmap::rules {

/// Where something stands in a file of rules; both count from 1, columns in characters.
struct Place {
    std::size_t line = 1;
    std::size_t column = 1;
};

/// What is wrong with a rule, and the remedy.
struct RuleError {
    Place place;
    std::string text;
};

/// Finds the places of bytes of a text of UTF-8.
class Places {
  public:
    explicit Places(std::string_view text);

    /// `byte` counts from 0, and may be the text's length.
    [[nodiscard]] Place operator()(std::size_t byte) const;

  private:
    std::string_view text_;
    std::vector<std::size_t> line_starts_{0};
};

}  // namespace fabricmap::rules
