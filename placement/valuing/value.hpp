// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "placement/machine/delays.hpp"
#include "placement/machine/slots.hpp"
#include "placement/patterns/pattern.hpp"

#include <array>
#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

namespace fabricmap::placement {

/// What a mapping is judged by; smaller is better.
enum class Goal : std::uint8_t {
    delay,     ///< the sum over all messages
    slowest,   ///< the slowest message of the rank whose slowest is longest: steps of short messages
    crossing,  ///< the most bytes through one switch or cable: steps of long messages
};
inline constexpr std::array all_goals{Goal::delay, Goal::slowest, Goal::crossing};
[[nodiscard]] std::string_view name_of(Goal goal) noexcept;

/// Bytes between hosts whose smallest common group is of that level.
struct LevelBytes {
    std::string name;  ///< "within hosts", "same leaf", "2 hops"
    double bytes = 0;
};

/// What the messages take under a mapping.
struct Value {
    double delay_s = 0;
    double slowest_s = 0;
    /// The most bytes that leave or enter a group of hosts, over its hosts; of a grid the bytes over the
    /// busiest cable, when messages use up the first dimension first; else those of the busiest host.
    double crossing_bytes = 0;
    std::string crossing_where;  ///< "a leaf", "a cable", "a host"
    double leaving_bytes = 0;    ///< from host to host, through adapters
    /// For how long those keep the other ranks of their hosts from the adapters, the sum over ranks.
    double adapter_s = 0;
    std::vector<LevelBytes> levels;

    [[nodiscard]] double of(Goal goal) const noexcept;
};

/// Hosts × hosts, senders first.
using ByteMatrix = Eigen::Array<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// Values mappings of one pattern on one machine. `host_of`: among the delays' hosts.
class Valuer {
  public:
    /// As measured: noise and all, see HostDelays.
    enum class By : std::uint8_t { model, measured };
    Valuer(const Pattern& pattern, const HostDelays& delays, By by = By::model);

    [[nodiscard]] Value value(const PerRank<HostIndex>& host_of) const;

    /// Of one message between two hosts.
    [[nodiscard]] double delay_of(const Flow& flow, HostIndex from, HostIndex to) const {
        return delay_of(flow, from, to, planes_);
    }
    [[nodiscard]] const Pattern& pattern() const noexcept { return *pattern_; }
    [[nodiscard]] const HostDelays& delays() const noexcept { return *delays_; }

  private:
    [[nodiscard]] double delay_of(const Flow& flow, HostIndex from, HostIndex to,
                                  const std::vector<HostMatrix>& planes) const;
    void add_crossing(Value& value, const ByteMatrix& bytes) const;
    void add_levels(Value& value, const ByteMatrix& bytes) const;
    void add_adapters(Value& value, const ByteMatrix& bytes, const PerRank<HostIndex>& host_of) const;

    const Pattern* pattern_;
    const HostDelays* delays_;
    std::vector<double> lengths_;
    std::vector<HostMatrix> planes_;
    std::vector<HostMatrix> distinct_planes_;
    Eigen::MatrixXi hops_;  ///< of a grid; else empty
};

/// Bytes over each cable of a torus or mesh, messages using up the first dimension first, each along its
/// shorter way; of both directions of a cable the more.
[[nodiscard]] double busiest_cable(const ByteMatrix& bytes, const diagnosis::Topology& topology);

}  // namespace fabricmap::placement
