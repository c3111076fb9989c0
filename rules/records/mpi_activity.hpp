// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "rules/records/intervals.hpp"
#include "tracing/model/trace.hpp"

#include <unordered_map>

namespace fabricmap::rules {

/// When each rank of a trace is within MPI, by the calls that its records tell of. A message, an operation or
/// an access moves on where its processes are within MPI, and may stand still where one is not.
class MpiActivity {
  public:
    explicit MpiActivity(const tracing::Trace& trace);

    /// The time, or where the rank is in a call then the end of that call; seconds.
    [[nodiscard]] double next_outside(double rank, double time) const noexcept;
    /// The time where the rank is in a call then, otherwise the start of its next call; seconds. Unknown
    /// where none comes.
    [[nodiscard]] double next_inside(double rank, double time) const noexcept;

  private:
    /// The interval that ends after the time, or the end of all.
    [[nodiscard]] static Intervals::const_iterator ending_after(const Intervals& all, double time) noexcept;

    std::unordered_map<double, Intervals> by_rank_;  ///< in their order, apart from each other
};

}  // namespace fabricmap::rules
