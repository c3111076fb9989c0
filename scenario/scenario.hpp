// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "netcdf_schema/run/vocabulary.hpp"
#include "scenario/fabric.hpp"

#include <cstdint>
#include <filesystem>
#include <limits>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace fabricmap {

/// Delays of an empty message, in seconds. Between hosts it is base + hop × cables + global × global cables
/// (a fat tree's level l has 2·l cables), unless the level has a latency of its own.
struct Latencies {
    double socket = 0.3e-6;          ///< ranks of one socket
    double host = 0.6e-6;            ///< ranks of one host on different sockets
    double base = 1e-6;              ///< both hosts' adapters
    double hop = 0.1e-6;             ///< a cable with the switch behind it
    double global = 0.5e-6;          ///< a dragonfly's cable between groups
    std::map<int, double> by_level;  ///< of a fat tree; 1 is the leaf
};

/// Bytes a second of one pair alone.
struct Bandwidths {
    double socket = 10e9;
    double host = 6e9;
    double link = 12.5e9;  ///< a host's adapter and every cable
    double port =
        0;  ///< of the adapter in simulated runs, where it serves several cables at once; 0: as link
};

/// The MPI library changes its protocol: messages of this length and longer take this much longer.
struct Break {
    std::int64_t at_bytes = 0;
    double jump_s = 0;
    bool between_hosts = true;
    bool within_hosts = true;
};

/// How a stored median strays from its true value.
struct Noise {
    double deviation = 0;      ///< relative standard deviation
    bool heavy_tails = false;  ///< Student's t with 4 degrees of freedom instead of the normal distribution
};

enum class FaultKind : std::uint8_t {
    slow_node,    ///< a host's sending or receiving side, or both
    slow_rank,    ///< the same of one rank
    slow_link,    ///< messages from one host to another
    slow_switch,  ///< what leaves or enters the hosts of a switch, or goes from one switch's hosts to
                  ///< another's
    slow_cable,   ///< a torus cable: everything that is led over it
    half_duplex,  ///< a host's port or a link carries one direction at a time
    noisy_node,   ///< delays of a host spread more
    dead_pair,    ///< two hosts do not reach each other
    slow_port,    ///< a host's port has a lower rate
    lossy_port,   ///< a host's port loses packets
    lost_uplink,  ///< of a leaf's cables to the switches above some are missing
};

enum class Side : std::uint8_t { sender, receiver, both };

/// A part that is not as it should be. Delays of the messages it meets are multiplied by `factor` from
/// `from_bytes` on.
struct Fault {
    FaultKind kind = FaultKind::slow_node;
    Side side = Side::both;
    /// What it names: a host, a rank (slow_rank) or a switch (slow_switch, lost_uplink); two of them, sender
    /// and receiver, where it is the way between.
    int part = -1;
    std::optional<int> other_part;
    double factor = 1;
    std::int64_t from_bytes = 0;
    double rate = std::numeric_limits<double>::infinity();  ///< slow_port, bytes a second
    double loss = 0;                                        ///< lossy_port, share of packets
    int lost_uplinks = 0;                                   ///< of a switch, and of how many
    int all_uplinks = 0;
};

/// Which algorithms the simulator's MPI takes for collective operations. Simulated runs alone.
struct CollectiveAlgorithms {
    /// Who chooses where none is named: "default", or the rules of a library; empty: as the program that
    /// measures needs it.
    std::string selector;
    std::map<std::string, std::string> by_operation;  ///< "allreduce" → "lr"

    [[nodiscard]] bool is_given() const noexcept { return !selector.empty() || !by_operation.empty(); }
};

/// How the machine is swept where the user does not say otherwise.
struct SweepDefaults {
    Mode mode = Mode::one_to_one;
    std::optional<Timing> timing;       ///< nothing: the mode's usual one
    std::vector<std::int64_t> lengths;  ///< ascending
    std::uint64_t seed = 1;
    std::int64_t repeats = 100;  ///< samples behind each stored value
};

/// A fabric whose truth is known, in words that all kinds of lab understand.
struct Scenario {
    std::string name;   ///< the file's name without its suffix, or "synthetic"
    std::string title;  ///< one line on what it is
    std::string text;   ///< the statements, a line each
    Fabric fabric;
    Latencies latencies;
    Bandwidths bandwidths;
    std::vector<Break> breaks;  ///< in the order of their lengths
    Noise noise;
    double jitter_s = 0;  ///< standard deviation of the delay of a packet; virtual clusters alone
    std::vector<Fault> faults;
    CollectiveAlgorithms collectives;
    SweepDefaults sweep;
};

/// Reads a scenario file: one statement a line, "#" begins a comment. Throws FileError where it cannot be
/// read, and as "FILE:LINE: what is wrong, and the remedy". The man page fabricmap-scenario(5) tells the
/// language.
[[nodiscard]] Scenario read_scenario(const std::filesystem::path& path);

/// What a user names on one line: a file, a scenario that comes with the toolkit, or a fabric; further
/// statements may follow. ";" ends a statement and "," a word there:
/// "torus_faulty;sweep,lengths=0,64K", "fat-tree,hosts=32,leaf=8;noise,2%;fault,slow-node,host=3,factor=2".
/// Throws FileError.
[[nodiscard]] Scenario find_scenario(std::string_view text);

/// The file that a name stands for: the file itself, or that of a scenario that comes with the toolkit;
/// nothing where it is neither.
[[nodiscard]] std::optional<std::filesystem::path> scenario_file(const std::string& name);

/// The text with the file in place of a name, and from the root, for find_scenario in another folder or
/// program.
[[nodiscard]] std::string located(const std::string& text);

/// As scenarios write it: "slow-receiver".
[[nodiscard]] std::string_view name_of(const Fault& fault);
[[nodiscard]] std::string_view name_of(Side side);

}  // namespace fabricmap
