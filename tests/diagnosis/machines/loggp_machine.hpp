// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "tests/diagnosis/held_run.hpp"

#include <cstdint>
#include <functional>
#include <vector>

namespace fabricmap::testing {

/// A message of a rank to another.
struct Message {
    int sender = 0;  ///< host
    int receiver = 0;
    int sender_slot = 0;  ///< rank of its host
    int receiver_slot = 0;
    std::int64_t bytes = 0;
    /// A number of the value that it is measured for, the same for all of its messages: for an answer, too.
    std::uint64_t value = 0;
};

/// A machine whose messages take what the LogGP model says (Alexandrov et al., SPAA 1995): overheads, a
/// latency that grows with the hops, a gap a byte, a rendezvous beyond the eager limit. It shares neither
/// formulas nor noise with the lab's fabrics.
struct LogGpMachine {
    int hosts = 64;
    int ranks_per_host = 1;
    std::function<int(int, int)> hops;  ///< switches between two hosts
    std::vector<std::int64_t> lengths{0, 64, 1024, 8192, 65536, 1 << 20};
    Mode mode = Mode::one_to_one;  ///< what it adds to a message: loggp_modes.hpp
    Timing timing = Timing::synchronized;

    double overhead_s = 300e-9;  ///< of a rank, for sending and for receiving each
    double wire_s = 500e-9;
    double hop_s = 120e-9;
    double gap_s = 1 / 12.5e9;  ///< a byte
    std::int64_t eager_limit = 8192;
    double rendezvous_s = 1.2e-6;

    double pair_spread = 0.01;   ///< permanent, deviation of logarithms
    double noise = 0.02;         ///< of a sample, deviation of logarithms
    double autocorrelation = 0;  ///< of successive samples
    double spikes = 0;           ///< share of samples that take several times as long
    int samples = 10;
    double clock_s = 25e-9;

    /// What becomes of a delay in seconds, one change after another; NaN: it is not measured.
    std::vector<std::function<double(const Message&, double delay_s)>> changes;
};

/// The medians and averages of the samples of all ordered pairs, and how many lie beyond five medians, as a
/// run in the machine's mode; under load also their deviations, and which medians are imprecise.
[[nodiscard]] HeldRun measure(const LogGpMachine& machine, std::uint64_t seed);

// Hops between hosts:
[[nodiscard]] std::function<int(int, int)> one_switch();
/// Sizes from the leaf up: {8, 4} are leaves of 8 hosts, 4 of them to a pod.
[[nodiscard]] std::function<int(int, int)> tree_of(std::vector<int> sizes);
[[nodiscard]] std::function<int(int, int)> torus_of(std::vector<int> sizes);
/// Routers of a group know each other; each router has one cable to another group.
[[nodiscard]] std::function<int(int, int)> dragonfly_of(int routers, int hosts_of_a_router);

}  // namespace fabricmap::testing
