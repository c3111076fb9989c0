// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rules/language/record_schema.hpp"
#include "tracing/model/trace.hpp"

#include <cstddef>
#include <limits>
#include <span>
#include <string>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace fabricmap::rules {

/// Stands for what is not known, whatever it is.
inline constexpr double unknown = std::numeric_limits<double>::quiet_NaN();

/// The values of a field: numbers, or strings, or neither where no record has any.
struct ColumnView {
    std::span<const double> numbers;
    std::span<const tracing::StringId> texts;
};

/// The records that rules look at, as columns of a trace, which must outlive this. Nothing is copied. Each
/// value can be had as a double: strings by their number, so that equal ones are equal numbers; what is
/// unknown as NaN.
class Records {
  public:
    explicit Records(const tracing::Trace& trace);

    /// Records of a type; none of the types of maps.
    [[nodiscard]] std::size_t size(TypeIndex type) const noexcept;
    [[nodiscard]] ColumnView column(TypeIndex type, std::size_t field) const noexcept;
    [[nodiscard]] double value(TypeIndex type, std::size_t field, std::size_t record) const noexcept;
    /// A field of the one record of a type; unknown where there is none.
    [[nodiscard]] double run_value(TypeIndex type, std::size_t field) const noexcept;

    /// The number of a string, also of one that no record has.
    [[nodiscard]] double number_of(std::string_view text);
    /// The string of a number that a record has.
    [[nodiscard]] std::string_view text_of(double number) const noexcept;

    /// The host of a rank, as the number of its name.
    [[nodiscard]] double host_of(double rank) const noexcept;
    /// The median delay that a map has for such a message, in seconds; unknown without a map.
    [[nodiscard]] double expected(double source, double target, double bytes) const noexcept;
    /// Seconds of the processes, summed.
    [[nodiscard]] double process_seconds() const noexcept;

  private:
    const tracing::Trace& trace_;
    std::unordered_map<std::string, double> own_texts_;
    std::unordered_map<double, double> hosts_;
};

}  // namespace fabricmap::rules
