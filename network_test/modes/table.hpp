// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "netcdf_schema/run/mode.hpp"
#include "netcdf_schema/run/stream_window.hpp"
#include "network_test/modes/exchange.hpp"
#include "network_test/schedule/flow_plan.hpp"

#include <algorithm>
#include <memory>
#include <span>

namespace fabricmap::network_test {

/// What a mode's exchange can be asked for.
struct ExchangeSettings {
    Timing timing = Timing::one_way;
    RmaSync rma_sync = RmaSync::lock;
    std::uint64_t seed = 0;
    StreamWindow window{};
    /// Of modes whose flows share a time; nothing before the job is known.
    std::shared_ptr<const FlowPlan> flows{};
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
    /// Whether its exchange only hands the buffers of the stage to MPI, so that they may lie in a device.
    bool takes_device_memory = false;
};

/// One for each of `all_modes`. To add one: a file that defines it, its name in CMakeLists.txt, and the row
/// of ModeTraits.
[[nodiscard]] std::span<const ModeEntry* const> mode_entries() noexcept;

/// The entry of a mode; every mode has one.
[[nodiscard]] inline const ModeEntry& mode_entry(Mode mode) noexcept {
    const auto entries = mode_entries();
    return **std::find_if(entries.begin(), entries.end(),
                          [&](const ModeEntry* entry) { return entry->mode == mode; });
}

/// What modes make for other settings: one_to_one with --timing round_trip, one-sided modes with --rma-sync
/// fence.
[[nodiscard]] std::unique_ptr<PairExchange> make_send_recv_and_recv_send(const ExchangeSettings& settings);
[[nodiscard]] std::unique_ptr<GroupExchange> make_put_with_fence(const ExchangeSettings& settings);
[[nodiscard]] std::unique_ptr<GroupExchange> make_get_with_fence(const ExchangeSettings& settings);

}  // namespace fabricmap::network_test
