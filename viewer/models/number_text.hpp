// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/units.hpp"
#include "viewer/reading/displayed.hpp"

#include <QString>
#include <string>

namespace fabricmap::viewer {

/// A text with numbers as the viewer's language writes them, "12,4 мкс" for "12.4 µs"; names with points
/// stay.
[[nodiscard]] QString localized(const QString& text);

/// "12.4 µs", "3.1 GB/s", "2 ×".
[[nodiscard]] QString value_text(double value, Quantity quantity);
/// What stands beside a scale: "2 ×" for "2 times".
[[nodiscard]] QString mark_text(const std::string& mark);

/// "median".
[[nodiscard]] QString statistic_text(Statistic statistic);

}  // namespace fabricmap::viewer
