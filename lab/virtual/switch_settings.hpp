// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "scenario/scenario.hpp"

#include <chrono>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <vector>

namespace fabricmap::lab {

using Nanoseconds = std::chrono::nanoseconds;

constexpr double unlimited_rate = std::numeric_limits<double>::infinity();

/// Bytes a second up to which the switch keeps a rate on a small machine; above it, it carries what it can.
constexpr double fastest_kept_rate = 0.25e9;

/// Where a host is plugged into the switch.
struct Port {
    double send_rate = unlimited_rate;     ///< bytes a second that leave the host
    double receive_rate = unlimited_rate;  ///< bytes a second that reach it
    double send_loss = 0;                  ///< share of the frames that leave it
    double receive_loss = 0;
    bool half_duplex = false;  ///< carries one direction at a time
};

/// The path from one host to another.
struct SwitchPath {
    Nanoseconds latency{0};
    Nanoseconds jitter{0};  ///< standard deviation of the latency
    bool dead = false;      ///< nothing arrives
    std::vector<std::size_t>
        cables;  ///< between switches, that it leads over, in their order: numbers of trunks
};

/// What the switch does to the frames of each pair of hosts.
struct SwitchSettings {
    std::vector<Port> ports;        ///< of each host
    std::vector<SwitchPath> paths;  ///< sender × hosts + receiver
    std::vector<double>
        cable_rates;                ///< of a cable of each trunk; bytes a second, shared by all paths over it
    std::vector<int> cable_counts;  ///< parallel cables of each trunk, one of which a flow takes
    std::uint64_t seed = 1;         ///< of jitter and loss

    [[nodiscard]] Port& port(int host) { return ports[static_cast<std::size_t>(host)]; }
    [[nodiscard]] const Port& port(int host) const { return ports[static_cast<std::size_t>(host)]; }
    [[nodiscard]] std::size_t index(int sender, int receiver) const noexcept {
        return static_cast<std::size_t>(sender) * ports.size() + static_cast<std::size_t>(receiver);
    }
    [[nodiscard]] SwitchPath& path(int sender, int receiver) { return paths[index(sender, receiver)]; }
    [[nodiscard]] const SwitchPath& path(int sender, int receiver) const {
        return paths[index(sender, receiver)];
    }
    [[nodiscard]] bool loses_frames() const;
    [[nodiscard]] bool has_dead_path() const;
};

/// Whether links of the scenario are slow enough for the switch to keep their rate.
[[nodiscard]] inline bool keeps_rate(const Scenario& scenario) noexcept {
    return scenario.bandwidths.link <= fastest_kept_rate;
}

/// Hosts on a switch that delays nothing.
[[nodiscard]] SwitchSettings plain_switch(int hosts);

/// The scenario's latencies between hosts, its rates and its faults. The scenario has no
/// virtual_unsupported_scenario().
[[nodiscard]] SwitchSettings settings_of(const Scenario& scenario);

}  // namespace fabricmap::lab
