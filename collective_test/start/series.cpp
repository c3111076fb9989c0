// SPDX-License-Identifier: Apache-2.0
#include "collective_test/start/series.hpp"

#include <algorithm>
#include <array>
#include <cmath>
#include <numeric>
#include <span>
#include <utility>

namespace fabricmap::collective_test {
namespace {

// Of the time from an agreement to the start, beside what agreeing takes: it doubles where the first run of a
// start began late, which is a warm-up, and shrinks otherwise. Where others take the cores, a longer one only
// leaves less of the time that this one has. Ranks that sleep meanwhile need all of it.
constexpr Nanoseconds shortest_lead = 20'000;
constexpr Nanoseconds longest_lead = 300'000;
constexpr Nanoseconds max_late = 1'000;
// Ranks that wait for a core make it take long now and then, and no longer lead helps them: the shortest of
// so many counts.
constexpr std::size_t agreements_kept = 4;
// A start is agreed on for so many runs at most: what stands still for long takes no more of them along.
// After a start in vain it is half as many, since each run may wait for a rank that another process keeps off
// its core.
constexpr int max_runs_of_a_start = 16;
constexpr int min_runs_of_a_start = 2;
// Long calls need no second one to warm up.
constexpr Nanoseconds long_slot = 100'000;
// After so many starts in vain the runs do that there are, or the first one of a start without warm-ups.
constexpr int max_starts_in_vain = 8;

int warm_ups_for(Nanoseconds slot) noexcept {
    return slot < long_slot ? 2 : 1;
}

/// How long a slot is, by what runs took.
struct SlotRule {
    double fraction;       ///< of the runs that are not longer than the one that counts
    double times;          ///< that one
    Nanoseconds shortest;  ///< in shorter slots what surrounds a run makes the next begin late
};
// Over half of the runs may be of a moment in which others had the core.
constexpr SlotRule rule_spinning{0.25, 1.5, 10'000};
// Ranks that sleep until their slot begins need some time to come back.
constexpr SlotRule rule_asleep{0.5, 2, 150'000};

Nanoseconds slot_by(const SlotRule& rule, std::span<Nanoseconds> spans) noexcept {
    const auto place = static_cast<std::size_t>(rule.fraction * static_cast<double>(spans.size() - 1));
    std::nth_element(spans.begin(), spans.begin() + static_cast<std::ptrdiff_t>(place), spans.end());
    return std::max<Nanoseconds>(std::llround(rule.times * static_cast<double>(spans[place])), rule.shortest);
}

const SlotRule& rule_for(PreciseWait wait) noexcept {
    return wait == PreciseWait::spin ? rule_spinning : rule_asleep;
}

Nanoseconds start_of(const std::array<Nanoseconds, 3>& terms) noexcept {
    return std::accumulate(terms.begin(), terms.end(), Nanoseconds{0});
}

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
    return slot_by(rule_for(method_.wait), spans);
}

int Series::runs_in(Nanoseconds slot, int most) const noexcept {
    constexpr Nanoseconds long_visit = 700'000;
    constexpr Nanoseconds least = 5;
    if (slot == 0 || method_.wait != PreciseWait::spin) return most;
    return static_cast<int>(std::min<Nanoseconds>(std::max(long_visit / slot, least), most));
}

Series::RunSpans Series::largest_of(RunSpans values, MPI_Comm comm) {
    const Nanoseconds begin = clock_.now();
    MPI_Allreduce(MPI_IN_PLACE, values.data(), static_cast<int>(values.size()), MPI_INT64_T, MPI_MAX, comm);
    agreements_.push_back(clock_.now() - begin);
    if (agreements_.size() > agreements_kept) agreements_.pop_front();
    return values;
}

Series::RunSpans Series::terms_of_start(Nanoseconds slot) const {
    const auto shortest = std::min_element(agreements_.begin(), agreements_.end());
    const Nanoseconds lead = method_.wait == PreciseWait::spin ? lead_ : longest_lead + slot;
    return {common_now(), shortest == agreements_.end() ? 0 : *shortest, lead};
}

void Series::learn_from_lateness(Nanoseconds late) noexcept {
    lead_ = late > max_late ? std::min(2 * lead_, longest_lead) : std::max(lead_ * 9 / 10, shortest_lead);
}

SeriesRuns Series::take_in_a_row(const SeriesSubject& subject, int runs) {
    const int ahead = warm_ups_for(0);
    std::vector<RunStamps> stamps;
    stamps.reserve(static_cast<std::size_t>(runs) + static_cast<std::size_t>(ahead));
    for (int run = 0; run < runs + ahead; ++run) {
        if (method_.start == CollectiveStart::barrier) start_after_barriers(subject.comm);
        stamps.push_back(run_once(subject, run));
    }
    stamps.erase(stamps.begin(), stamps.begin() + ahead);
    refer_to_entry_of(subject.root, stamps, subject.comm);
    return {std::move(stamps), 0};
}

std::vector<RunStamps> Series::take_in_slots(const SeriesSubject& subject, int runs, int ahead,
                                             Nanoseconds& start, Nanoseconds& slot) {
    const int made = ahead + runs;
    std::vector<RunStamps> stamps;
    stamps.reserve(static_cast<std::size_t>(made));
    for (int run = 0; run < made; ++run) stamps.push_back(run_once(subject, run, start + run * slot));
    learn_from_lateness(stamps.front().entered);
    // What the next start depends on, ends and spans: the largest of all ranks.
    RunSpans terms = terms_of_start(slot);
    std::vector<Nanoseconds> known(terms.begin(), terms.end());
    known.reserve(known.size() + 2 * stamps.size());
    for (const RunStamps& run : stamps) known.push_back(run.left);
    for (const RunStamps& run : stamps) known.push_back(run.left - run.entered);
    MPI_Allreduce(MPI_IN_PLACE, known.data(), static_cast<int>(known.size()), MPI_INT64_T, MPI_MAX,
                  subject.comm);
    std::copy_n(known.begin(), terms.size(), terms.begin());
    start = start_of(terms);
    const auto ends = known.begin() + terms.size();
    const auto spans = ends + made;
    std::vector<RunStamps> kept;
    for (int run = ahead; run < made; ++run) {
        if (run == 0 || ends[run - 1] <= slot) kept.push_back(stamps[static_cast<std::size_t>(run)]);
    }
    const SlotRule& rule = rule_for(method_.wait);
    const Nanoseconds needed = slot_by(rule, std::span(spans, known.end()));
    if (static_cast<double>(needed) > rule.times * static_cast<double>(slot)) slot = needed;
    return kept;
}

SeriesRuns Series::take(const SeriesSubject& subject, int runs, Nanoseconds& slot) {
    if (method_.start != CollectiveStart::slots) return take_in_a_row(subject, runs);
    SeriesRuns taken;
    Nanoseconds start = start_of(largest_of(terms_of_start(slot), subject.comm));
    int in_vain = 0;
    int most = max_runs_of_a_start;
    while (static_cast<int>(taken.stamps.size()) < runs &&
           (in_vain < max_starts_in_vain || taken.stamps.empty())) {
        const int next = std::min(runs - static_cast<int>(taken.stamps.size()), most);
        const int ahead = in_vain < max_starts_in_vain ? warm_ups_for(slot) : 0;
        const std::vector<RunStamps> kept = take_in_slots(subject, next, ahead, start, slot);
        const int missed = next - static_cast<int>(kept.size());
        if (missed > 0) ++in_vain;
        most = missed > 0 ? std::max(most / 2, min_runs_of_a_start) : std::min(2 * most, max_runs_of_a_start);
        taken.missed += missed;
        taken.stamps.insert(taken.stamps.end(), kept.begin(), kept.end());
    }
    return taken;
}

}  // namespace fabricmap::collective_test
