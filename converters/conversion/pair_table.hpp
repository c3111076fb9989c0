// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "converters/conversion/conversion.hpp"

#include <cstddef>
#include <cstdint>
#include <functional>
#include <memory>
#include <span>
#include <string>
#include <vector>

namespace fabricmap::converters {

/// What a table with a row for each pair and length says of it, beside who it is.
struct PairColumn {
    enum class Shows : std::uint8_t {
        values,
        bits,  ///< of Quality
        rate,  ///< bytes a second in one direction, of a delay
        age,   ///< of a run that was merged from others
    };
    std::string name;  ///< with the unit where there is one: "median_s", "count"
    std::shared_ptr<const DelayStack> values;
    Shows shows = Shows::values;
    [[nodiscard]] bool is_of_delay() const {
        return shows != Shows::bits && values->statistic() != Statistic::count;
    }
    std::shared_ptr<const std::vector<double>> ages_s{};  ///< sender-major, where those are shown
};

/// The statistic chosen; with `--statistic all` those that the run has, and its quality. Of traffic both
/// messages and bytes. Of a stream also the rate, by the same statistic, or with `all` by that which is
/// judged. Of a merged run also how long ago the pair was measured.
[[nodiscard]] std::vector<PairColumn> columns_of(const Conversion& conversion);

struct PairRow {
    std::int64_t length_bytes = 0;
    std::size_t sender = 0;
    std::size_t receiver = 0;
    std::span<const double> values;  ///< one a column; NaN where the pair was not measured
};

/// Calls `use` for each row of the selected part: length by length, sender by sender. Never holds more than a
/// few senders of a plane, or the lengths of one sender.
void for_each_pair(const Conversion& conversion, std::span<const PairColumn> columns,
                   const std::function<void(const PairRow&)>& use);

}  // namespace fabricmap::converters
