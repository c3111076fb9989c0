// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/model/machine.hpp"
#include "netcdf_schema/run/delay_stack.hpp"

#include <Eigen/Core>

#include <cstddef>
#include <functional>
#include <vector>

namespace fabricmap::diagnosis {

/// Hosts × hosts, the sender's row.
using HostMatrix = Eigen::Array<float, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

/// Lengths next to each other that are looked at as one, and the delays between hosts in them.
struct LogBand {
    std::size_t first_length = 0;
    std::size_t lengths = 0;
    /// Means over the lengths of the logarithms of delays, of the ranks of two hosts the median, without what
    /// a pair of slots has on the whole machine; NaN on the diagonal and where a length was not measured.
    HostMatrix logs;
    /// Of changes: the logarithms of the delays before; else empty.
    HostMatrix before{};
};

/// All delays between hosts.
struct HostLogs {
    std::vector<LogBand> bands;
    Eigen::Index hosts = 0;
    /// The half of an empty round trip was taken off: what one side adds to an empty message shows by half on
    /// either side.
    bool halves_empty_messages = false;
    /// Differences between two times instead: what has not changed is near 0.
    bool are_changes = false;
    /// Of few pairs: how far hosts sit from each other is hardly known.
    bool are_sampled = false;
    /// Which pairs a healthy machine would serve alike is known.
    bool classes_are_known = false;
    /// Where hosts are declared to be of different kinds, the number of each host's.
    PerHost<std::size_t> kinds{};
    /// The declared tree, as far as delays do not contradict it: of each level, the leaves first, the number
    /// of each host's group.
    std::vector<std::vector<int>> declared_groups{};
    /// Of a grid: from host to host; else empty.
    Eigen::MatrixXi hops{};
    /// Single values are less sure than that whatever they scatter by: those of an archive stand for others
    /// that differ. A logarithm.
    float min_noise = 0;
    /// Hosts differ by as much even where they seem not to: what is little beside an archive's error does not
    /// show. A deviation of logarithms.
    float min_host_spread = 0;
    /// Smaller effects are of no interest; a logarithm.
    float min_effect = 0.0487902F;           // ln 1.05
    float min_effect_of_pairs = min_effect;  ///< of single ones, or of some of a part's
};

/// At each length, what each band has.
[[nodiscard]] std::vector<float> over_lengths(const HostLogs& logs, const std::vector<float>& of_bands);

/// Takes what was measured from and to some hosts for not measured.
void leave_out(HostLogs& logs, const HostList& hosts);

/// Reads the statistic twice where hosts have several ranks, else once. Values on the grid of a coarse clock
/// are spread over its steps, the same way each time, or their spread would be a number of steps. `step` is
/// called after some rows. Memory: hosts² floats for each band, of which there are eleven at most, six above
/// 128 hosts.
[[nodiscard]] HostLogs read_host_logs(const DelayStack& stack, const Machine& machine, double clock_step_s,
                                      const std::function<void()>& step);

}  // namespace fabricmap::diagnosis
