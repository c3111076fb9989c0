// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "statistics/visits.hpp"

#include <Eigen/Core>

#include <cstdint>
#include <string>
#include <vector>

namespace fabricmap::diagnosis {

/// What the hosts of each leaf carried to those of each other one, all at once.
struct LeafMatrix {
    std::vector<std::string> leaves;
    std::int64_t hosts_per_leaf = 0;
    std::int64_t flows_per_host = 0;  ///< that left each host at once
    std::int64_t length_bytes = 0;    ///< of the messages
    Eigen::MatrixXd rates;  ///< leaf to leaf, bytes a second; NaN on the diagonal and where none met
    /// Effective bisection: what a host sends in the mean while half of all hosts send to the other half,
    /// leaf to leaf; bytes a second, with its 95 % interval over the leaves.
    ValueInterval bisection;
    std::int64_t uplinks = 0;  ///< of a leaf, by --uplinks; 0 where unknown
    /// The fraction that a leaf must carry less than the others to be found with 95 % chance; 1 where too few
    /// leaves or flows show nothing.
    double detectable_loss = 1;

    /// Fewer are so unevenly dealt to the cables that a missing one does not show.
    static constexpr std::int64_t min_flows = 4;
    /// Fewer leaves say too little of what is normal.
    static constexpr std::ptrdiff_t min_leaves = 4;
    /// Where the number of cables is unknown, less must show.
    static constexpr double max_hidden_loss = 0.1;

    [[nodiscard]] bool has_enough_flows() const noexcept { return flows_per_host >= min_flows; }
    [[nodiscard]] bool has_enough_leaves() const noexcept { return std::ssize(leaves) >= min_leaves; }
    /// A leaf without one carries less by up to its share: by half of it where flows are dealt unevenly.
    [[nodiscard]] bool hides_an_uplink() const noexcept {
        return detectable_loss > (uplinks > 0 ? 0.5 / static_cast<double>(uplinks) : max_hidden_loss);
    }
};

}  // namespace fabricmap::diagnosis
