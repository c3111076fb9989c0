// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "netcdf_schema/run/quality.hpp"
#include "netcdf_schema/run/vocabulary.hpp"

#include <cstdint>

namespace fabricmap {

/// What is known of one pair at one length. Seconds; NaN with count 0 where the pair was not measured.
struct CellStatistics {
    double minimum = 0;
    double average = 0;
    double median = 0;
    double maximum = 0;
    double deviation = 0;  ///< sample standard deviation; 0 for a single sample
    std::int64_t count = 0;
    std::uint8_t quality = 0;  ///< bits of Quality
    /// Samples that took longer than far_longer medians; unknown_outliers where nobody counted them.
    std::int64_t outliers = 0;

    static constexpr double far_longer = 5;
    static constexpr std::int64_t unknown_outliers = -1;

    void flag(Quality bit) noexcept { quality |= static_cast<std::uint8_t>(bit); }
    [[nodiscard]] bool has(Quality bit) const noexcept {
        return (quality & static_cast<std::uint8_t>(bit)) != 0;
    }
    [[nodiscard]] double value(Statistic statistic) const noexcept;
    /// A count that is NaN is 0.
    void set(Statistic statistic, double value) noexcept;
    /// Takes what a later measurement gave. A message that arrived damaged stays flagged: a clean repetition
    /// takes nothing back.
    void repeat(const CellStatistics& later) noexcept;
    [[nodiscard]] static CellStatistics not_measured() noexcept;
};

}  // namespace fabricmap
