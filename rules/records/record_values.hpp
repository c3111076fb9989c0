// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tracing/model/strings.hpp"

#include <limits>
#include <span>
#include <vector>

namespace fabricmap::rules {

/// Stands for what is not known, whatever it is.
inline constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

/// The values of a field: numbers, or strings, or neither where no record has any.
struct ColumnView {
    std::span<const double> numbers;
    std::span<const tracing::StringId> texts;
};

/// The same, kept: of a field either numbers or strings are filled.
struct Column {
    std::vector<double> numbers;
    std::vector<tracing::StringId> texts;

    [[nodiscard]] ColumnView view() const noexcept { return {numbers, texts}; }
};

/// A string as a value; unknown where it is none.
[[nodiscard]] inline double as_number(tracing::StringId text) noexcept {
    return text == tracing::no_string ? unknown : static_cast<double>(text);
}

}  // namespace fabricmap::rules
