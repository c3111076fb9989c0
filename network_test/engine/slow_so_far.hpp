// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/index.hpp"
#include "netcdf_schema/run/cell_statistics.hpp"
#include "netcdf_schema/run/run_description.hpp"

#include <cstdint>
#include <optional>
#include <set>
#include <span>
#include <string>
#include <vector>

namespace fabricmap::network_test {

/// Finds while rows of planes pass by which host is slow, where that is clear already: whoever waits for the
/// sweep may look there. What counts as clear is coarse; the diagnosis judges. O(hosts) memory.
class SlowSoFar {
  public:
    /// `locations`: of the ranks of the matrices.
    explicit SlowSoFar(const PerRank<RankLocation>& locations);

    /// One cell per receiver.
    void add_row(std::int64_t sender, std::span<const CellStatistics> row);
    /// After the rows of a plane: "node07 (4 % of its samples beyond 5 medians, longest 440 ms)" or
    /// "node07 -> *, 3.1 times the other hosts"; nothing where nothing is clear or was not said before.
    [[nodiscard]] std::optional<std::string> end_plane();

  private:
    /// Of the medians that a host sends or receives in one plane.
    struct Level {
        double sum_of_logarithms = 0;
        std::int64_t values = 0;
    };
    struct Host {
        std::string name;
        std::int64_t slow = 0;   ///< samples beyond five medians, of all planes
        std::int64_t worst = 0;  ///< the most of them in a single value
        std::int64_t samples = 0;
        double longest_s = 0;
        Level sent;
        Level received;
    };

    struct SlowPart {
        std::string part;  ///< "node07", "node07 -> *"
        std::string text;  ///< what is said of it
    };

    static void add_value(Host& host, const CellStatistics& cell);
    [[nodiscard]] std::optional<SlowPart> host_of_slow_samples() const;
    [[nodiscard]] std::optional<SlowPart> host_of_long_delays() const;
    /// Logarithms of ratios to the host in the middle; NaN for a host with too few values, empty where too
    /// few hosts have enough.
    [[nodiscard]] std::vector<double> effects(Level Host::*side) const;

    PerRank<std::size_t> host_of_;
    std::vector<Host> hosts_;
    std::int64_t slow_ = 0;
    std::int64_t samples_ = 0;
    std::set<std::string> said_;
};

}  // namespace fabricmap::network_test
