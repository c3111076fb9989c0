// SPDX-License-Identifier: Apache-2.0
#include "collective_test/start/series.hpp"

#include <algorithm>
#include <array>
#include <numeric>
#include <utility>

namespace fabricmap::collective_test {
namespace {

// Until all ranks have come out of the agreement, beside what that takes; what begins late all the same is a
// warm-up.
constexpr Nanoseconds lead_time = 300'000;
// Ranks that wait for a core make it take long now and then, and no longer lead helps them: the shortest of
// so many counts.
constexpr std::size_t agreements_kept = 4;
// In shorter ones what surrounds a run makes the next begin late.
constexpr Nanoseconds shortest_slot = 20'000;
// A start is agreed on for so many runs at most: what stands still for long takes no more of them along.
constexpr int runs_of_a_start = 16;
// From then on starts have no warm-ups, so that the first run of each counts.
constexpr int max_starts = 8;
constexpr int min_runs_to_grow = 6;

void start_after_barriers(MPI_Comm comm) {
    MPI_Barrier(comm);
    MPI_Barrier(comm);
}

void refer_to(Nanoseconds origin, RunStamps& stamps) noexcept {
    for (Nanoseconds* const moment :
         {&stamps.entered, &stamps.started, &stamps.computed, &stamps.left, &stamps.confirmed})
        *moment -= origin;
}

void refer_to_entry_of(int root, std::vector<RunStamps>& runs, MPI_Comm comm) {
    std::vector<Nanoseconds> origins;
    origins.reserve(runs.size());
    for (const RunStamps& run : runs) origins.push_back(run.entered);
    MPI_Bcast(origins.data(), static_cast<int>(origins.size()), MPI_INT64_T, root, comm);
    for (std::size_t run = 0; run < runs.size(); ++run) refer_to(origins[run], runs[run]);
}

/// The median of some readings in a row. Under a simulator reading takes no time.
Nanoseconds time_of_reading(const Clock& clock) {
    std::array<Nanoseconds, 65> moments{};
    for (Nanoseconds& moment : moments) moment = clock.now();
    std::adjacent_difference(moments.begin(), moments.end(), moments.begin());
    const auto middle = moments.begin() + moments.size() / 2;
    std::nth_element(moments.begin() + 1, middle, moments.end());
    return *middle;
}

}  // namespace

Series::Series(const StartMethod& method, const Clock& clock, CommonClock& common,
               std::function<void(std::uint64_t)> entering)
    : method_(method),
      clock_(clock),
      common_(common),
      reading_ns_(time_of_reading(clock)),
      entering_(std::move(entering)) {}

RunStamps Series::run_once(const SeriesSubject& subject, int run, std::optional<Nanoseconds> slot_begin) {
    const Buffers buffers = subject.buffers(run);
    RunStamps stamps;
    stamps.non_blocking = subject.non_blocking;
    // What the wait saw last is when the call is entered: reading the clock once more would be counted as the
    // call's.
    stamps.entered = slot_begin ? *slot_begin + common_.wait_until(*slot_begin, method_.wait) : common_now();
    entering_(++calls_);
    if (subject.non_blocking) {
        MPI_Request request = MPI_REQUEST_NULL;
        subject.call.start(buffers, request);
        stamps.started = common_now();
        if (subject.work != nullptr) stamps.worked = subject.work->carry_out(request);
        stamps.computed = common_now();
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else {
        subject.call.run(buffers);
    }
    stamps.left = common_now() - reading_ns_;
    if (method_.timing == CollectiveTiming::root) {
        MPI_Barrier(subject.comm);
        stamps.confirmed = common_now();
    }
    refer_to(slot_begin.value_or(0), stamps);
    return stamps;
}

double Series::mean_barrier_ns(MPI_Comm comm) const {
    constexpr int barriers = 16;
    MPI_Barrier(comm);
    const Nanoseconds begin = clock_.now();
    for (int barrier = 0; barrier < barriers; ++barrier) MPI_Barrier(comm);
    return static_cast<double>(clock_.now() - begin) / barriers;
}

Nanoseconds Series::find_slot(const SeriesSubject& subject) {
    if (method_.start != CollectiveStart::slots) return 0;
    RunSpans spans{};
    for (std::size_t run = 0; run < spans.size(); ++run) {
        start_after_barriers(subject.comm);
        const RunStamps stamps = run_once(subject, static_cast<int>(run));
        spans[run] = stamps.left - stamps.entered;
    }
    spans = largest_of(spans, subject.comm);
    // Where others take the core, one of them may take as long as hundreds.
    std::sort(spans.begin(), spans.end());
    return std::max(2 * spans[spans.size() / 2], shortest_slot);
}

Series::RunSpans Series::largest_of(RunSpans values, MPI_Comm comm) {
    const Nanoseconds begin = clock_.now();
    MPI_Allreduce(MPI_IN_PLACE, values.data(), static_cast<int>(values.size()), MPI_INT64_T, MPI_MAX, comm);
    agreements_.push_back(clock_.now() - begin);
    if (agreements_.size() > agreements_kept) agreements_.pop_front();
    return values;
}

Nanoseconds Series::agree_on_start(MPI_Comm comm, Nanoseconds slot) {
    const auto shortest = std::min_element(agreements_.begin(), agreements_.end());
    const Nanoseconds own = shortest == agreements_.end() ? 0 : *shortest;
    const auto [now, agreement, unused] = largest_of({common_now(), own, 0}, comm);
    return now + lead_time + agreement + slot;
}

std::vector<RunStamps> Series::take_in_a_row(const SeriesSubject& subject, int runs) {
    std::vector<RunStamps> stamps;
    stamps.reserve(static_cast<std::size_t>(runs) + warm_ups);
    for (int run = 0; run < runs + warm_ups; ++run) {
        if (method_.start == CollectiveStart::barrier) start_after_barriers(subject.comm);
        stamps.push_back(run_once(subject, run));
    }
    stamps.erase(stamps.begin(), stamps.begin() + warm_ups);
    refer_to_entry_of(subject.root, stamps, subject.comm);
    return stamps;
}

std::vector<RunStamps> Series::take_in_slots(const SeriesSubject& subject, int runs, int ahead,
                                             Nanoseconds& slot) {
    const int made = ahead + runs;
    std::vector<RunStamps> stamps;
    stamps.reserve(static_cast<std::size_t>(made));
    const Nanoseconds first = agree_on_start(subject.comm, slot);
    for (int run = 0; run < made; ++run) stamps.push_back(run_once(subject, run, first + run * slot));
    // Ends and spans, the largest of all ranks.
    std::vector<Nanoseconds> known;
    known.reserve(2 * stamps.size());
    for (const RunStamps& run : stamps) known.push_back(run.left);
    for (const RunStamps& run : stamps) known.push_back(run.left - run.entered);
    MPI_Allreduce(MPI_IN_PLACE, known.data(), static_cast<int>(known.size()), MPI_INT64_T, MPI_MAX,
                  subject.comm);
    const auto spans = known.begin() + made;
    std::vector<RunStamps> kept;
    for (int run = ahead; run < made; ++run) {
        const auto at = static_cast<std::size_t>(run);
        if (run == 0 || known[at - 1] <= slot) kept.push_back(stamps[at]);
    }
    // Of few, the median may be that of a moment in which others had the core.
    if (made < min_runs_to_grow) return kept;
    std::nth_element(spans, spans + made / 2, known.end());
    if (spans[made / 2] > slot) slot = 2 * spans[made / 2];
    return kept;
}

std::vector<RunStamps> Series::take(const SeriesSubject& subject, int runs, Nanoseconds& slot) {
    if (method_.start != CollectiveStart::slots) return take_in_a_row(subject, runs);
    std::vector<RunStamps> stamps;
    int starts_in_vain = 0;
    while (static_cast<int>(stamps.size()) < runs) {
        const int next = std::min(runs - static_cast<int>(stamps.size()), runs_of_a_start);
        const int ahead = starts_in_vain < max_starts ? warm_ups : 0;
        const std::vector<RunStamps> kept = take_in_slots(subject, next, ahead, slot);
        if (static_cast<int>(kept.size()) < next) ++starts_in_vain;
        stamps.insert(stamps.end(), kept.begin(), kept.end());
    }
    return stamps;
}

}  // namespace fabricmap::collective_test
