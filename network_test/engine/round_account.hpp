// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "netcdf_schema/run/run_description.hpp"
#include "network_test/engine/confirmation.hpp"
#include "network_test/engine/interference.hpp"

#include <array>
#include <cstdint>
#include <string>

namespace fabricmap::network_test {

/// What a sweep in rounds has shown beside the delays, for the run's description and the summary.
class RoundAccount {
  public:
    /// A plane has been measured with up to so many pairs at once.
    void measured(std::int64_t pairs_at_once) noexcept;
    /// This much interference was tolerated; the worst of each class is kept.
    void tolerated(const InterferenceTally& tally);
    /// The line was printed and belongs to the run's history.
    void add_to_history(const std::string& line);
    void confirmed(const ConfirmationTally& tally) noexcept;

    /// The fewest and the most pairs that planes have been measured with at once; -1 before the first.
    [[nodiscard]] std::int64_t min_at_once() const noexcept { return min_at_once_; }
    [[nodiscard]] std::int64_t max_at_once() const noexcept { return max_at_once_; }

    void add_to(RunDescription& run) const;
    /// Whole lines; empty where there is nothing to report.
    [[nodiscard]] std::string text() const;

  private:
    std::int64_t min_at_once_ = -1;
    std::int64_t max_at_once_ = -1;
    std::array<Interference, all_pair_classes.size()> interference_;  ///< by PairClass
    std::string history_;
    ConfirmationTally confirmations_;  ///< of all planes
};

}  // namespace fabricmap::network_test
