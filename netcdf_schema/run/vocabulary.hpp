// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/units.hpp"

#include <array>
#include <cstdint>
#include <optional>
#include <string_view>

namespace fabricmap {

/// How a pair of ranks is exercised. The numbers are the published `test_type` of the files.
enum class Mode : std::uint8_t {
    one_to_one = 1,
    all_to_all = 2,
    async_one_to_one = 3,
    send_recv_and_recv_send = 4,
    test_noise = 5,
    test_noise_blocking = 6,
    bcast = 7,
    put_one_to_one = 8,
    get_one_to_one = 9,
};

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

/// Which two moments a delay lies between (`--timing`).
enum class Timing : std::uint8_t { one_way, round_trip, receiver, synchronized };

/// Whether pairs are measured one by one or many at once (`--schedule`); `automatic` until that is settled.
enum class ScheduleKind : std::uint8_t { automatic, serial, rounds, synthetic };

/// How the one-sided modes end a transfer (`--rma-sync`).
enum class RmaSync : std::uint8_t { lock, fence };

inline constexpr std::array all_modes{
    Mode::one_to_one,
    Mode::all_to_all,
    Mode::async_one_to_one,
    Mode::send_recv_and_recv_send,
    Mode::test_noise,
    Mode::test_noise_blocking,
    Mode::bcast,
    Mode::put_one_to_one,
    Mode::get_one_to_one,
};

/// In the order in which a run's files are written and listed.
inline constexpr std::array all_statistics{
    Statistic::minimum, Statistic::average,   Statistic::median,
    Statistic::maximum, Statistic::deviation, Statistic::count,
};

inline constexpr std::array all_timings{Timing::one_way, Timing::round_trip, Timing::receiver,
                                        Timing::synchronized};

inline constexpr std::array all_schedule_kinds{ScheduleKind::automatic, ScheduleKind::serial,
                                               ScheduleKind::rounds, ScheduleKind::synthetic};

inline constexpr std::array all_rma_syncs{RmaSync::lock, RmaSync::fence};

/// The word that stands for the value on the command line, in file names and in attributes.
[[nodiscard]] std::string_view name_of(Mode mode) noexcept;
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

/// Whether the mode measures the pairs (i,i) as well; elsewhere the diagonal is 0 with count 0.
[[nodiscard]] constexpr bool measures_diagonal(Mode mode) noexcept {
    return mode == Mode::all_to_all || mode == Mode::bcast;
}

/// Whether other ranks make traffic while a pair is measured.
[[nodiscard]] constexpr bool has_noise(Mode mode) noexcept {
    return mode == Mode::test_noise || mode == Mode::test_noise_blocking;
}

/// Whether a user may ask for that timing of the mode.
[[nodiscard]] constexpr bool can_be_timed(Mode mode, Timing timing) noexcept {
    if (mode == Mode::bcast) return timing == Timing::receiver || timing == Timing::synchronized;
    return mode == Mode::one_to_one || mode == Mode::test_noise_blocking;
}

/// The timing that a mode has where nothing is asked for; nothing where the mode itself defines its moments
/// without a name.
[[nodiscard]] constexpr std::optional<Timing> usual_timing(Mode mode) noexcept {
    if (mode == Mode::bcast) return Timing::synchronized;
    if (mode == Mode::send_recv_and_recv_send) return Timing::round_trip;
    return can_be_timed(mode, Timing::one_way) ? std::optional(Timing::one_way) : std::nullopt;
}

}  // namespace fabricmap
