// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "netcdf_schema/run/mode.hpp"
#include "network_test/modes/exchange.hpp"

#include <array>
#include <memory>

namespace fabricmap::network_test {

/// What a mode's exchange can be asked for.
struct ExchangeSettings {
    Timing timing = Timing::one_way;
    RmaSync rma_sync = RmaSync::lock;
    std::uint64_t seed = 0;
};

/// The buffer that other ranks may reach into.
enum class WindowOver : std::uint8_t { nothing, in, out };

/// The exchange of a mode. Exactly one of the two makers serves the settings given; the other returns
/// nothing.
struct ModeEntry {
    Mode mode;
    const char* what;  ///< for --help
    std::unique_ptr<PairExchange> (*make_pair)(const ExchangeSettings&) =
        [](const ExchangeSettings& /*settings*/) -> std::unique_ptr<PairExchange> { return nullptr; };
    std::unique_ptr<GroupExchange> (*make_group)(const ExchangeSettings&) =
        [](const ExchangeSettings& /*settings*/) -> std::unique_ptr<GroupExchange> { return nullptr; };
    WindowOver window = WindowOver::nothing;
};

// The makers, each in the file of its mode.
[[nodiscard]] std::unique_ptr<PairExchange> make_one_to_one(const ExchangeSettings& settings);
[[nodiscard]] std::unique_ptr<PairExchange> make_async_one_to_one(const ExchangeSettings& settings);
[[nodiscard]] std::unique_ptr<PairExchange> make_send_recv_and_recv_send(const ExchangeSettings& settings);
[[nodiscard]] std::unique_ptr<PairExchange> make_put_one_to_one(const ExchangeSettings& settings);
[[nodiscard]] std::unique_ptr<PairExchange> make_get_one_to_one(const ExchangeSettings& settings);
[[nodiscard]] std::unique_ptr<GroupExchange> make_put_with_fence(const ExchangeSettings& settings);
[[nodiscard]] std::unique_ptr<GroupExchange> make_get_with_fence(const ExchangeSettings& settings);
[[nodiscard]] std::unique_ptr<GroupExchange> make_all_to_all(const ExchangeSettings& settings);
[[nodiscard]] std::unique_ptr<GroupExchange> make_bcast(const ExchangeSettings& settings);

inline constexpr std::array mode_entries{
    ModeEntry{.mode = Mode::one_to_one,
              .what = "one sends, one receives, all others are silent",
              .make_pair = make_one_to_one},
    ModeEntry{.mode = Mode::async_one_to_one,
              .what = "two ranks send to each other at once",
              .make_pair = make_async_one_to_one},
    ModeEntry{.mode = Mode::send_recv_and_recv_send,
              .what = "ping-pong with messages of one length",
              .make_pair = make_send_recv_and_recv_send},
    ModeEntry{.mode = Mode::all_to_all,
              .what = "every rank sends to every rank at once",
              .make_group = make_all_to_all},
    ModeEntry{.mode = Mode::test_noise,
              .what = "async_one_to_one while other ranks make traffic",
              .make_pair = make_async_one_to_one},
    ModeEntry{.mode = Mode::test_noise_blocking,
              .what = "one_to_one while other ranks make traffic",
              .make_pair = make_one_to_one},
    ModeEntry{.mode = Mode::bcast, .what = "each rank in turn broadcasts to all", .make_group = make_bcast},
    ModeEntry{.mode = Mode::put_one_to_one,
              .what = "one puts into the memory of another",
              .make_pair = make_put_one_to_one,
              .make_group = make_put_with_fence,
              .window = WindowOver::in},
    ModeEntry{.mode = Mode::get_one_to_one,
              .what = "one gets from the memory of another",
              .make_pair = make_get_one_to_one,
              .make_group = make_get_with_fence,
              .window = WindowOver::out},
};
static_assert(mode_entries.size() == all_modes.size());

/// The entry of a mode; every mode has one.
[[nodiscard]] constexpr const ModeEntry& mode_entry(Mode mode) noexcept {
    return *std::find_if(mode_entries.begin(), mode_entries.end(),
                         [&](const ModeEntry& entry) { return entry.mode == mode; });
}

}  // namespace fabricmap::network_test
