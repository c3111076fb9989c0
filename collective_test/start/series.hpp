// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "collective_test/operations/operation.hpp"
#include "collective_test/start/work.hpp"
#include "measuring/clock/common_clock.hpp"
#include "netcdf_schema/collectives/collective_run.hpp"

#include <mpi.h>

#include <array>
#include <cstdint>
#include <deque>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

namespace fabricmap::collective_test {

/// One run on this rank, in nanoseconds since the start that was agreed on for it.
struct RunStamps {
    Nanoseconds entered = 0;
    Nanoseconds started = 0;   ///< non-blocking: when the call that starts it came back
    Nanoseconds computed = 0;  ///< when the work in between was done
    Nanoseconds worked = 0;    ///< how long that took, without the tests for the end of the call
    Nanoseconds left = 0;
    bool non_blocking = false;
    Nanoseconds confirmed = 0;  ///< with CollectiveTiming::root: when the barrier after it was over
};

/// How the runs of a series begin.
struct StartMethod {
    CollectiveStart start = CollectiveStart::slots;
    CollectiveTiming timing = CollectiveTiming::global;
    PreciseWait wait = PreciseWait::spin;
};

/// What a series of runs is of. A non-blocking operation is started, worked beside and waited for.
struct SeriesSubject {
    Call& call;
    MPI_Comm comm = MPI_COMM_NULL;  ///< of those that take part
    int root = 0;                   ///< whose start stands for an agreed one, where there is none
    bool non_blocking = false;
    const Work* work = nullptr;  ///< done between start and wait; null for none
    /// Where the run of that number finds its buffers.
    std::function<Buffers(int run)> buffers;
};

/// The runs of a series that count.
struct SeriesRuns {
    std::vector<RunStamps> stamps;
    int missed = 0;  ///< runs made behind one that overran its slot, which do not count
};

/// Starts runs of a call on all ranks of a group together, and reads the clock around them.
class Series {
  public:
    /// `entering` is told the number of each call before it is made; numbers ascend.
    Series(const StartMethod& method, const Clock& clock, CommonClock& common,
           std::function<void(std::uint64_t)> entering);

    /// Calls are numbered from there on.
    void number_from(std::uint64_t number) noexcept { calls_ = number; }

    /// How long a slot has to be at first: half as long again as the shortest of three runs with a barrier
    /// before each, since runs in slots of 0 would overlap. The same on all ranks of the group; 0 without
    /// slots.
    [[nodiscard]] Nanoseconds find_slot(const SeriesSubject& subject);

    /// How many runs a visit has of at most so many: fewer in long slots, since what differs is the visits.
    [[nodiscard]] int runs_in(Nanoseconds slot, int most) const noexcept;

    /// So many runs, after a few that do not count. Where a run is not over when the next slot begins, what
    /// begins late behind it is no run: a new start is agreed on for the rest. After some starts in vain
    /// those runs do that there are, one at least. The slot grows where runs do not fit into it.
    [[nodiscard]] SeriesRuns take(const SeriesSubject& subject, int runs, Nanoseconds& slot);

    /// The mean time of a barrier on this rank, to be taken off what a confirming barrier adds. Called by the
    /// whole group.
    [[nodiscard]] double mean_barrier_ns(MPI_Comm comm) const;

  private:
    /// At once, or when the slot begins; stamps count from there.
    [[nodiscard]] RunStamps run_once(const SeriesSubject& subject, int run,
                                     std::optional<Nanoseconds> slot_begin = std::nullopt);
    [[nodiscard]] SeriesRuns take_in_a_row(const SeriesSubject& subject, int runs);
    using RunSpans = std::array<Nanoseconds, 3>;
    /// One agreed start and its slots; those of the runs before which none overran, on any rank. `start` is
    /// then the next one.
    [[nodiscard]] std::vector<RunStamps> take_in_slots(const SeriesSubject& subject, int runs, int ahead,
                                                       Nanoseconds& start, Nanoseconds& slot);
    /// Of the largest of the group the sum is a moment of the common clock at which all of it will have come
    /// out of the call in which they are brought together.
    [[nodiscard]] RunSpans terms_of_start(Nanoseconds slot) const;
    /// From how late the first run of a start began.
    void learn_from_lateness(Nanoseconds late) noexcept;
    /// The largest of the group's, on all of its ranks.
    [[nodiscard]] RunSpans largest_of(RunSpans values, MPI_Comm comm);
    [[nodiscard]] Nanoseconds common_now() const noexcept { return common_.offset().common(clock_.now()); }

    static constexpr Nanoseconds first_lead = 300'000;

    StartMethod method_;
    const Clock& clock_;
    CommonClock& common_;
    Nanoseconds reading_ns_;  ///< what it takes to read the clock once
    std::function<void(std::uint64_t)> entering_;
    std::uint64_t calls_ = 0;
    Nanoseconds lead_ = first_lead;
    std::deque<Nanoseconds> agreements_;  ///< what the latest of the group's reductions took on this rank
};

}  // namespace fabricmap::collective_test
