// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "network_test/engine/plane_cells.hpp"
#include "network_test/modes/exchange.hpp"
#include "network_test/schedule/pair_class.hpp"

#include <mpi.h>

#include <array>
#include <cstddef>
#include <limits>
#include <span>

namespace fabricmap::network_test {

/// What short messages take between this rank and that peer, in seconds: 0 where nothing is known of any pair
/// (no `short_delays_s`), NaN where not of this one.
[[nodiscard]] double short_delay_of(int peer, std::span<const double> short_delays_s) noexcept;

/// Up to which delay a pair is unremarkable at one message length. Pairs whose short messages take equally
/// long are equally far apart, so that their long messages take equally long, too, unless a part is slow or
/// other traffic shares a cable: pairs of a class are compared within bins of their short delays.
class DelayLimits {
  public:
    /// Made of a sample of all ranks' measured cells: in each bin the median, and above it three deviations
    /// of the lower half, but at least `min_excess`: contention only adds to delays, so that the lower half
    /// shows the spread without it. A deviation counts up to twice that of most bins, from the lower end of
    /// its bin: pairs of a slow host are in the bins of others that are farther apart. `short_delays_s`: by
    /// peer, NaN where unknown. Where it is empty, the limit is that of the class's far outliers (Tukey's
    /// outer fence and a quarter above the median); there is none where more than a tenth are beyond it,
    /// which is the machine's structure. Called by all ranks together; all get the same. O(ranks) memory.
    [[nodiscard]] static DelayLimits of(const Stage& stage, const PlaneCells& cells, Side holder,
                                        std::span<const double> short_delays_s, MPI_Comm control);

    static constexpr double min_excess = 0.05;

    /// Seconds; `short_delay_s` may be NaN.
    [[nodiscard]] double of(PairClass pair_class, double short_delay_s) const noexcept;
    /// Whether most cells reach the precision asked for, so that one which does not is remarkable.
    [[nodiscard]] bool imprecision_is_rare() const noexcept { return imprecision_is_rare_; }

    static constexpr std::size_t max_bins = 32;

    /// Bins of a class by ascending short delay.
    struct Bins {
        std::size_t count = 0;
        std::array<double, max_bins> upper_end_s{};  ///< of the short delays
        std::array<double, max_bins> limit_s{};
    };

  private:
    std::array<Bins, all_pair_classes.size()> bins_{};  ///< by PairClass
    bool imprecision_is_rare_ = true;
};

}  // namespace fabricmap::network_test
