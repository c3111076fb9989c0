// SPDX-License-Identifier: Apache-2.0
#include "collective_test/start/series.hpp"

#include <algorithm>

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

}  // namespace

RunStamps Series::run_once(const SeriesSubject& subject, int run, Nanoseconds origin) {
    const Buffers buffers = subject.buffers(run);
    entering_(++calls_);
    RunStamps stamps;
    stamps.non_blocking = subject.non_blocking;
    stamps.entered = common_now();
    if (subject.non_blocking) {
        MPI_Request request = MPI_REQUEST_NULL;
        subject.call.start(buffers, request);
        stamps.started = common_now();
        if (subject.work != nullptr) subject.work->carry_out(request);
        stamps.computed = common_now();
        MPI_Wait(&request, MPI_STATUS_IGNORE);
    } else {
        subject.call.run(buffers);
    }
    stamps.left = common_now();
    if (method_.timing == CollectiveTiming::root) {
        MPI_Barrier(subject.comm);
        stamps.confirmed = common_now();
    }
    refer_to(origin, stamps);
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
        const RunStamps stamps = run_once(subject, static_cast<int>(run), 0);
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

std::vector<RunStamps> Series::take(const SeriesSubject& subject, int runs, Nanoseconds slot) {
    std::vector<RunStamps> stamps;
    stamps.reserve(static_cast<std::size_t>(runs) + warm_ups);
    Nanoseconds first = 0;
    if (method_.start == CollectiveStart::slots) first = agree_on_start(subject.comm, slot);
    for (int run = 0; run < runs + warm_ups; ++run) {
        Nanoseconds origin = 0;
        if (method_.start == CollectiveStart::slots) {
            origin = first + run * slot;
            common_.wait_until(origin, method_.wait);
        } else if (method_.start == CollectiveStart::barrier) {
            start_after_barriers(subject.comm);
        }
        stamps.push_back(run_once(subject, run, origin));
    }
    stamps.erase(stamps.begin(), stamps.begin() + warm_ups);
    if (method_.start != CollectiveStart::slots) refer_to_entry_of(subject.root, stamps, subject.comm);
    return stamps;
}

}  // namespace fabricmap::collective_test
