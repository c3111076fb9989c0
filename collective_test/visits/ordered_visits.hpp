// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "collective_test/visits/visitor.hpp"

#include <span>
#include <vector>

namespace fabricmap::collective_test {

/// Rank 0 decides what is visited next; the others do as they are told.
class OrderedVisits {
  public:
    OrderedVisits(Visitor& visitor, int ranks) : visitor_(visitor), ranks_(static_cast<std::size_t>(ranks)) {}

    /// On rank 0: all ranks make the visit. One for each group; see Visitor::visit.
    [[nodiscard]] std::vector<CollectiveVisit> make(const VisitOrder& order,
                                                    std::span<const int> group_of_rank = {});
    /// On rank 0: there are no more visits.
    void end();
    /// On the others: makes visits until rank 0 ends them.
    void follow();

    /// On rank 0.
    [[nodiscard]] const RunCounts& counts() const noexcept { return visitor_.counts(); }
    /// Seconds since this object was made, on the measuring clock.
    [[nodiscard]] double elapsed_s() const;

  private:
    void pass_on(VisitOrder& order, std::vector<int>& group_of_rank);

    Visitor& visitor_;
    std::size_t ranks_;
    Nanoseconds begun_ = visitor_.clock().now();
    Nanoseconds clocks_checked_ = begun_;
};

}  // namespace fabricmap::collective_test
