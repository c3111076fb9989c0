// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "measuring/clock/clock_fit.hpp"
#include "measuring/clock/clock_tree.hpp"
#include "measuring/clock/precise_wait.hpp"

#include <mpi.h>

#include <span>

namespace fabricmap {

/// How a rank's clock relates to the job's common time, and how wrong that may be.
struct ClockRelation {
    ClockOffset offset;
    double error_bound_ns = 0;  ///< at the offset's reference
    double error_growth = 0;    ///< nanoseconds for each nanosecond away from it
    double miss_ns = 0;         ///< how wrong the relation before this one had become, at most

    [[nodiscard]] double error_bound_ns_at(Nanoseconds own) const noexcept;
};

/// One time for all ranks of a job: that of rank 0's clock.
///
/// Hosts are synchronised along a tree, from the top down: each reads its parent's clock in two moments at
/// least (the smallest round trip of several exchanges, a line through the readings) and puts its parent's
/// relation to the common time, which is complete by then, after its own relation to the parent. The error
/// bounds add up along the tree. Where all ranks share one clock, and under a simulator, the common time is
/// everyone's own, without error and without a message.
class CommonClock {
  public:
    struct Settings {
        int exchanges = 30;                            ///< of each of the first two readings
        int exchanges_of_check = 10;                   ///< of each later one
        Nanoseconds between_readings = 1'000'000'000;  ///< of the first two; what the drift is found from
        Nanoseconds between_checks = 1'000'000'000;    ///< at least
        ClockSync sync = ClockSync::tree;
    };

    /// Called by all ranks together; takes as long as the first two readings are apart. Ranks with the same
    /// `clock_of_rank` share a clock, which is verified. `comm` carries nothing else meanwhile, here and in
    /// the other members that are called together.
    CommonClock(MPI_Comm comm, const Clock& clock, std::span<const int> clock_of_rank,
                const Settings& settings);
    CommonClock(MPI_Comm comm, const Clock& clock, std::span<const int> clock_of_rank)
        : CommonClock(comm, clock, clock_of_rank, Settings()) {}

    /// Called by all ranks together, now and then: reads the clocks again, where that has not just been done,
    /// compares the readings with the prediction and refines drifts and error bounds.
    void check();

    /// From this rank's clock to the common time; changes with a check alone.
    [[nodiscard]] const ClockOffset& offset() const noexcept { return relation_.offset; }
    /// How much two ranks' common times may have differed at one moment, up to the latest check: the two
    /// largest errors together. The same on all ranks.
    [[nodiscard]] double error_bound_s() const noexcept { return worst_error_ns_ / nanoseconds_per_second; }
    /// How wrong this rank's common time may be at a moment of its own clock, in nanoseconds.
    [[nodiscard]] double own_error_bound_ns(Nanoseconds own) const noexcept {
        return relation_.error_bound_ns_at(own);
    }
    /// Whether the ranks that were assumed to share a clock do share it.
    [[nodiscard]] bool assumption_holds() const noexcept { return assumption_holds_; }

    /// A moment of the common time that is `ahead` in the future when the last rank calls this together with
    /// all others.
    [[nodiscard]] Nanoseconds agree_on_deadline(Nanoseconds ahead) const;
    /// Waits until a moment of the common time, and returns how late it came back.
    Nanoseconds wait_until(Nanoseconds moment, PreciseWait how = PreciseWait::spin) noexcept;
    /// The longest that wait_until was late on this rank.
    [[nodiscard]] Nanoseconds largest_lateness() const noexcept { return largest_lateness_; }

  private:
    [[nodiscard]] bool is_one_clock() const noexcept { return clocks_ == 1; }
    void read_clocks(int exchanges);
    void read_parent(int exchanges);
    void note_error();

    MPI_Comm comm_;
    const Clock& clock_;
    Settings settings_;
    std::size_t clocks_ = 1;
    bool assumption_holds_ = true;
    ClockTreeNode tree_node_;
    ClockFit to_parent_;
    ClockRelation relation_;
    double worst_error_ns_ = 0;
    Nanoseconds read_at_ = 0;
    Nanoseconds largest_lateness_ = 0;
};

}  // namespace fabricmap
