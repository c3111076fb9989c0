// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rules/language/functions.hpp"

#include <optional>
#include <string>
#include <vector>

namespace fabricmap::testing {

/// A number, a string, or a condition as 0 or 1; nothing where it is unknown.
struct Known {
    double number = 0;
    std::string text;
};
using Value = std::optional<Known>;

[[nodiscard]] inline Value of(double number) {
    return Known{number, {}};
}

/// An aggregate by its definition; nothing of no values, but for their count and sum.
[[nodiscard]] Value aggregated(rules::Aggregate aggregate, double fraction, std::vector<double> values);

}  // namespace fabricmap::testing
