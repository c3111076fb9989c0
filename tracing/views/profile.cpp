// SPDX-License-Identifier: Apache-2.0
#include "tracing/views/profile.hpp"

#include "tracing/reading/call_sequence.hpp"
#include "tracing/reading/callers.hpp"
#include "tracing/reading/phases.hpp"
#include "tracing/reading/rank_clock.hpp"
#include "tracing/reading/sent_bytes.hpp"
#include "tracing/views/caller_sums.hpp"

#include <algorithm>
#include <map>
#include <utility>

namespace fabricmap::tracing {
namespace {

/// A line with the time of each rank.
struct Sum {
    ProfileLine line;
    RankSeconds seconds_of_rank;
    CallerSums callers;

    void add(int rank, std::uint64_t calls, double seconds, std::uint64_t bytes) {
        line.calls += calls;
        line.seconds += seconds;
        line.sent_bytes += bytes;
        seconds_of_rank[rank] += seconds;
    }
};

using Key = std::pair<std::string, std::string>;
using Sums = std::map<Key, Sum>;

/// What is added up over the calls of one context before places get names.
struct OfContext {
    bool is_known = false;
    std::optional<PhaseMark> mark;
    std::uint64_t calls = 0;
    double seconds = 0;
};

/// When a phase began, and how much time the thread had spent in calls by then.
struct PhaseBegin {
    double start = 0;
    double communication = 0;
};

struct PhaseSum {
    PhaseLine line;
    double first_start = 0;
    RankSeconds seconds_of_rank;
};

std::vector<PhaseLine> lines_of(const std::map<std::string, PhaseSum>& sums, std::size_t ranks) {
    std::vector<PhaseSum> ordered;
    ordered.reserve(sums.size());
    for (const auto& [name, sum] : sums) ordered.push_back(sum);
    std::stable_sort(ordered.begin(), ordered.end(),
                     [](const PhaseSum& a, const PhaseSum& b) { return a.first_start < b.first_start; });
    std::vector<PhaseLine> lines;
    for (const PhaseSum& sum : ordered) {
        lines.push_back(sum.line);
        lines.back().imbalance = imbalance_of(sum.seconds_of_rank, ranks);
    }
    return lines;
}

std::vector<ProfileLine> lines_of(const Sums& sums, std::size_t ranks) {
    std::vector<ProfileLine> lines;
    for (const auto& [key, sum] : sums) {
        lines.push_back(sum.line);
        lines.back().function = key.first;
        lines.back().place = key.second;
        lines.back().imbalance = imbalance_of(sum.seconds_of_rank, ranks);
        lines.back().callers = sum.callers.lines(ranks);
    }
    std::stable_sort(lines.begin(), lines.end(),
                     [](const ProfileLine& a, const ProfileLine& b) { return a.seconds > b.seconds; });
    return lines;
}

/// Adds up one run.
class Profiler {
  public:
    Profiler(const Recording& recording, SourceLines& lines)
        : recording_(recording), lines_(lines), clocks_(clocks_of(recording)) {}

    Profile profile() {
        for (const RankRecording& rank : recording_.ranks) add(rank);
        profile_.functions = lines_of(functions_, recording_.ranks.size());
        profile_.places = lines_of(places_, recording_.ranks.size());
        profile_.phases = lines_of(phases_, recording_.ranks.size());
        return std::move(profile_);
    }

  private:
    void add(const RankRecording& rank) {
        const RankClock& clock = clocks_[static_cast<std::size_t>(rank.header.rank)];
        double end = 0;
        for (const Moment& moment : rank.moments) end = std::max(end, clock.seconds(moment.counter));
        const double start = clock.seconds(rank.header.first_call);
        profile_.process_seconds += end - start;
        profile_.seconds = std::max(profile_.seconds, end);
        profile_.clock_error_s = std::max(profile_.clock_error_s, clock.error_bound_s());
        double spans = 0;
        double longest = 0;
        for (const ThreadRecording& thread : rank.threads) {
            const auto number = static_cast<std::uint32_t>(&thread - rank.threads.data());
            const bool is_open = std::any_of(rank.open_calls.begin(), rank.open_calls.end(),
                                             [&](const OpenCall& one) { return one.thread == number; });
            const double span = add(rank, thread, clock, end, is_open);
            spans += span;
            longest = std::max(longest, span);
        }
        profile_.thread_seconds += end - start + (spans - longest);
        for (const OpenCall& open : rank.open_calls) add_open(rank, open, clock, end);
    }

    /// Returns how long it is from the thread's first call to the end of its last.
    double add(const RankRecording& rank, const ThreadRecording& thread, const RankClock& clock, double end,
               bool is_open) {
        CallSequence sequence(thread.calls);
        std::vector<OfContext> sums;
        OpenPhases<PhaseBegin> phases;
        double inside = 0;
        const double seconds_per_tick = clock.seconds_per_tick();
        std::optional<std::uint64_t> first;
        while (sequence.next()) {
            const RecordedCall& call = sequence.call();
            if (!first) first = call.start;
            if (sums.size() <= call.context) sums.resize(sequence.contexts().size());
            OfContext& sum = sums[call.context];
            if (!sum.is_known) {
                const CallContext& context = sequence.context();
                sum.is_known = true;
                sum.mark = phase_mark(rank.function(context.function), context, sequence.list_of(context));
            }
            const double seconds = static_cast<double>(call.ticks_inside) * seconds_per_tick;
            if (sum.mark && sum.mark->is_begin) {
                phases.begin(sum.mark->name, {clock.seconds(call.end), inside});
            } else if (sum.mark) {
                const auto begin = phases.end(sum.mark->name);
                if (begin) add_phase(rank, sum.mark->name, *begin, {clock.seconds(call.start), inside});
            }
            inside += seconds;
            sum.calls += call.count;
            sum.seconds += seconds;
            ++profile_.records;
        }
        for (const auto& [name, begin] : phases.open()) add_phase(rank, name, begin, {end, inside});
        if (sequence.is_damaged()) ++profile_.damaged_threads;
        for (std::size_t number = 0; number < sums.size(); ++number) {
            if (sums[number].calls == 0) continue;
            const CallContext& context = sequence.contexts()[number];
            add(rank, context, callers_of(rank, sequence.path_of(context), lines_), sums[number]);
        }
        if (!first) return 0;
        return (is_open ? end : clock.seconds(sequence.call().end)) - clock.seconds(*first);
    }

    void add_phase(const RankRecording& rank, const std::string& name, const PhaseBegin& begin,
                   const PhaseBegin& end) {
        PhaseSum& sum = phases_[name];
        const double seconds = std::max(end.start - begin.start, 0.);
        sum.first_start = sum.line.entries == 0 ? begin.start : std::min(sum.first_start, begin.start);
        sum.line.name = name;
        ++sum.line.entries;
        sum.line.seconds += seconds;
        sum.line.communication_seconds += end.communication - begin.communication;
        sum.seconds_of_rank[rank.header.rank] += seconds;
    }

    void add(const RankRecording& rank, const CallContext& context, const std::vector<std::string>& callers,
             const OfContext& sum) {
        const std::string function(rank.function(context.function));
        const std::uint64_t bytes = sum.calls * sent_bytes(context, function);
        const int number = rank.header.rank;
        functions_[{function, ""}].add(number, sum.calls, sum.seconds, bytes);
        Sum& of_place = places_[{function, lines_.name_of(rank, context.place)}];
        of_place.add(number, sum.calls, sum.seconds, bytes);
        if (context.path >= 0) of_place.callers.add(callers, number, sum.calls, sum.seconds);
        profile_.calls += sum.calls;
        profile_.communication_seconds += sum.seconds;
    }

    void add_open(const RankRecording& rank, const OpenCall& open, const RankClock& clock, double end) {
        const double since = clock.seconds(open.since);
        const double seconds = std::max(0., end - since);
        const std::string function(rank.function(open.function));
        const std::string place = lines_.name_of(rank, open.place);
        profile_.open_calls.push_back({rank.header.rank, function, place, since, seconds});
        functions_[{function, ""}].add(rank.header.rank, 1, seconds, 0);
        places_[{function, place}].add(rank.header.rank, 1, seconds, 0);
        ++profile_.calls;
        profile_.communication_seconds += seconds;
    }

    const Recording& recording_;
    SourceLines& lines_;
    std::vector<RankClock> clocks_;
    Profile profile_;
    Sums functions_;
    Sums places_;
    std::map<std::string, PhaseSum> phases_;
};

}  // namespace

Profile profile_of(const Recording& recording, SourceLines& lines) {
    return Profiler(recording, lines).profile();
}

}  // namespace fabricmap::tracing
