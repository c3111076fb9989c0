// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/units.hpp"
#include "netcdf_schema/run/mode.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace fabricmap {

/// What a matrix says about the samples of a pair. The numbers are the `data_type` of the files.
enum class Statistic : std::uint8_t {
    average = 1,
    median = 2,
    deviation = 3,  ///< sample standard deviation
    minimum = 4,
    maximum = 7,
    count = 8,  ///< how many samples were taken
};

/// What the values of a matrix are.
[[nodiscard]] constexpr Quantity quantity_of(Statistic statistic) noexcept {
    return statistic == Statistic::count ? Quantity::count : Quantity::delay;
}

/// Whether pairs are measured one by one or many at once (`--schedule`); `automatic` until that is settled.
enum class ScheduleKind : std::uint8_t { automatic, serial, rounds, synthetic };

/// How the one-sided modes end a transfer (`--rma-sync`).
enum class RmaSync : std::uint8_t { lock, fence };

/// In the order in which a run's files are written and listed.
inline constexpr std::array all_statistics{
    Statistic::minimum, Statistic::average,   Statistic::median,
    Statistic::maximum, Statistic::deviation, Statistic::count,
};

inline constexpr std::array all_schedule_kinds{ScheduleKind::automatic, ScheduleKind::serial,
                                               ScheduleKind::rounds, ScheduleKind::synthetic};

inline constexpr std::array all_rma_syncs{RmaSync::lock, RmaSync::fence};

/// The word that stands for the value on the command line, in file names and in attributes.
[[nodiscard]] std::string_view name_of(Statistic statistic) noexcept;
[[nodiscard]] std::string_view name_of(Timing timing) noexcept;
[[nodiscard]] std::string_view name_of(ScheduleKind kind) noexcept;
[[nodiscard]] std::string_view name_of(RmaSync sync) noexcept;

/// The inverse of name_of; nothing for a word that is none of its names.
[[nodiscard]] std::optional<Mode> mode_named(std::string_view word) noexcept;
[[nodiscard]] std::optional<Statistic> statistic_named(std::string_view word) noexcept;
[[nodiscard]] std::optional<Timing> timing_named(std::string_view word) noexcept;
[[nodiscard]] std::optional<ScheduleKind> schedule_kind_named(std::string_view word) noexcept;
[[nodiscard]] std::optional<RmaSync> rma_sync_named(std::string_view word) noexcept;

/// The inverse of the enumerators' numbers; nothing for a number that is none of them.
[[nodiscard]] std::optional<Mode> mode_numbered(int number) noexcept;
[[nodiscard]] std::optional<Statistic> statistic_numbered(int number) noexcept;

}  // namespace fabricmap
