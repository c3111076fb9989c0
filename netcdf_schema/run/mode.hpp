// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>
#include <span>
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
    stream = 10,
    bidirectional_stream = 11,
    leaf_stream = 12,
    incast = 13,
};

/// Which two moments a delay lies between (`--timing`).
enum class Timing : std::uint8_t { one_way, round_trip, receiver, synchronized };

inline constexpr std::array all_timings{Timing::one_way, Timing::round_trip, Timing::receiver,
                                        Timing::synchronized};

/// What a run says about the machine: its parts are judged by messages one way, half duplex by those that
/// both sides send at once.
enum class JudgedAs : std::uint8_t { other, one_way, both_ways };

/// What sets a mode's files and runs apart; what it does with messages is its exchange in the tester.
struct ModeTraits {
    Mode mode;
    std::string_view name;  ///< on the command line, in file names and in attributes
    /// Those that a user may ask for, the usual one first. A single one is the mode's own; none: the mode
    /// defines its moments without a name.
    std::span<const Timing> timings{};
    JudgedAs judged_as = JudgedAs::other;
    bool measures_diagonal = false;  ///< the pairs (i,i) as well; elsewhere the diagonal is 0 with count 0
    bool has_noise = false;          ///< other ranks make traffic while a pair is measured
    /// Of those, the mode in which a pair does the same while all others are silent.
    std::optional<Mode> without_noise{};
    bool loads_network = false;              ///< far more than one pair sends at a time
    bool begins_after_barrier = false;       ///< each rank when it leaves the barrier
    bool passes_other_ranks = false;         ///< messages reach their receiver by way of others
    bool includes_an_empty_message = false;  ///< an empty message the other way is part of a delay
    bool is_stream = false;    ///< many messages are in flight at a time; a value is the time of one of them
    bool shares_time = false;  ///< receivers count what all flows carry in the same time
    bool into_one = false;     ///< more and more hosts at once to each host in turn; see incast_levels
    bool between_leaves = false;  ///< all hosts of a leaf at once to those of another, and no other pairs
    bool is_symmetric = false;    ///< the delay of a pair is half of what the message takes there and back
    // The older toolkit's files.
    bool older_rows_are_senders = false;    ///< mostly they are receivers, in bcast those that wait
    bool older_diagonal_is_void = false;    ///< what stands there is no measurement
    bool older_values_are_doubled = false;  ///< some statistics are of whole round trips
};

namespace mode_timings {
inline constexpr std::array round_trip{Timing::round_trip};
inline constexpr std::array of_broadcast{Timing::synchronized, Timing::receiver};
}  // namespace mode_timings

inline constexpr std::array all_mode_traits{
    ModeTraits{.mode = Mode::one_to_one,
               .name = "one_to_one",
               .timings = all_timings,
               .judged_as = JudgedAs::one_way,
               .older_diagonal_is_void = true},
    ModeTraits{.mode = Mode::all_to_all,
               .name = "all_to_all",
               .measures_diagonal = true,
               .loads_network = true,
               .begins_after_barrier = true},
    ModeTraits{.mode = Mode::async_one_to_one, .name = "async_one_to_one", .judged_as = JudgedAs::both_ways},
    ModeTraits{.mode = Mode::send_recv_and_recv_send,
               .name = "send_recv_and_recv_send",
               .timings = mode_timings::round_trip,
               .is_symmetric = true,
               .older_diagonal_is_void = true,
               .older_values_are_doubled = true},
    ModeTraits{.mode = Mode::test_noise,
               .name = "test_noise",
               .has_noise = true,
               .without_noise = Mode::async_one_to_one,
               .loads_network = true},
    ModeTraits{.mode = Mode::test_noise_blocking,
               .name = "test_noise_blocking",
               .timings = all_timings,
               .has_noise = true,
               .without_noise = Mode::one_to_one,
               .loads_network = true},
    ModeTraits{.mode = Mode::bcast,
               .name = "bcast",
               .timings = mode_timings::of_broadcast,
               .measures_diagonal = true,
               .passes_other_ranks = true},
    ModeTraits{.mode = Mode::put_one_to_one,
               .name = "put_one_to_one",
               .includes_an_empty_message = true,
               .older_rows_are_senders = true,
               .older_diagonal_is_void = true},
    ModeTraits{.mode = Mode::get_one_to_one,
               .name = "get_one_to_one",
               .includes_an_empty_message = true,
               .older_diagonal_is_void = true},
    ModeTraits{.mode = Mode::stream, .name = "stream", .judged_as = JudgedAs::one_way, .is_stream = true},
    ModeTraits{.mode = Mode::bidirectional_stream,
               .name = "bidirectional_stream",
               .judged_as = JudgedAs::both_ways,
               .is_stream = true},
    ModeTraits{.mode = Mode::leaf_stream,
               .name = "leaf_stream",
               .loads_network = true,
               .is_stream = true,
               .shares_time = true,
               .between_leaves = true},
    ModeTraits{.mode = Mode::incast,
               .name = "incast",
               .loads_network = true,
               .is_stream = true,
               .shares_time = true,
               .into_one = true},
};

/// In the order of their numbers.
inline constexpr std::array all_modes = [] {
    std::array<Mode, all_mode_traits.size()> modes{};
    std::transform(all_mode_traits.begin(), all_mode_traits.end(), modes.begin(),
                   [](const ModeTraits& traits) { return traits.mode; });
    return modes;
}();

/// Those whose runs have a value of every pair.
inline constexpr std::array modes_of_all_pairs = [] {
    constexpr auto misses_pairs = [](const ModeTraits& traits) { return traits.shares_time; };
    constexpr auto left_out = std::count_if(all_mode_traits.begin(), all_mode_traits.end(), misses_pairs);
    std::array<Mode, all_mode_traits.size() - static_cast<std::size_t>(left_out)> modes{};
    std::size_t number = 0;
    for (const ModeTraits& traits : all_mode_traits) {
        if (!misses_pairs(traits)) modes[number++] = traits.mode;
    }
    return modes;
}();

[[nodiscard]] constexpr const ModeTraits& traits_of(Mode mode) noexcept {
    return *std::find_if(all_mode_traits.begin(), all_mode_traits.end(),
                         [&](const ModeTraits& traits) { return traits.mode == mode; });
}

/// The word that stands for the mode.
[[nodiscard]] constexpr std::string_view name_of(Mode mode) noexcept {
    return traits_of(mode).name;
}

[[nodiscard]] constexpr bool measures_diagonal(Mode mode) noexcept {
    return traits_of(mode).measures_diagonal;
}

[[nodiscard]] constexpr bool has_noise(Mode mode) noexcept {
    return traits_of(mode).has_noise;
}

/// Whether a user may ask for that timing of the mode: where there is one only, nothing is to be chosen.
[[nodiscard]] constexpr bool can_be_timed(Mode mode, Timing timing) noexcept {
    const std::span<const Timing> timings = traits_of(mode).timings;
    return timings.size() > 1 && std::find(timings.begin(), timings.end(), timing) != timings.end();
}

/// The timing that a mode has where nothing is asked for; nothing where the mode itself defines its moments
/// without a name.
[[nodiscard]] constexpr std::optional<Timing> default_timing(Mode mode) noexcept {
    const std::span<const Timing> timings = traits_of(mode).timings;
    return timings.empty() ? std::nullopt : std::optional(timings.front());
}

}  // namespace fabricmap
