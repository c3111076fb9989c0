// SPDX-License-Identifier: Apache-2.0
#include "tracing/reading/rank_clock.hpp"

#include <algorithm>
#include <limits>

namespace fabricmap::tracing {
namespace {

// What clocks of hosts drift apart, at most, where it was not measured.
constexpr double max_drift = 50e-6;

/// Hosts whose time of day is set by NTP are nearer.
constexpr double max_time_of_day_error_s = 1;

/// A reading of the common time on a rank's clock.
struct Relation {
    double own_ns = 0;
    double offset_ns = 0;
    double error_ns = 0;
};

/// Of a damaged file, too, where it does not fit.
double nanoseconds_between(const Moment& first, const Moment& last) noexcept {
    const std::uint64_t distance =
        static_cast<std::uint64_t>(last.monotonic_ns) - static_cast<std::uint64_t>(first.monotonic_ns);
    return static_cast<double>(static_cast<std::int64_t>(distance));
}

double own_ns(const Moment& moment) noexcept {
    return static_cast<double>(moment.monotonic_ns);
}

/// A relation that changes by `drift` with each nanosecond, and its error wherever the rank was recorded.
struct Line {
    Relation at;
    double drift = 0;
};

/// Of the line through both readings, whose errors grow beyond them, and the better reading alone, from which
/// on the clock may drift, that with the smaller error. The same reading twice stands for a single one.
Line line_through(const Relation& first, const Relation& last, double begin_ns, double end_ns) noexcept {
    Line single{first.error_ns <= last.error_ns ? first : last};
    const double farthest = std::max(end_ns - single.at.own_ns, single.at.own_ns - begin_ns);
    single.at.error_ns += max_drift * std::max(0.0, farthest);
    const double distance = last.own_ns - first.own_ns;
    if (!(distance > 0)) return single;
    Line through{first, (last.offset_ns - first.offset_ns) / distance};
    const double beyond = std::max({0.0, first.own_ns - begin_ns, end_ns - last.own_ns});
    through.at.error_ns =
        std::max(first.error_ns, last.error_ns) + (first.error_ns + last.error_ns) * beyond / distance;
    return through.at.error_ns <= single.at.error_ns ? through : single;
}

}  // namespace

RankClock::RankClock(const std::vector<Moment>& moments) : moments_(moments) {
    std::sort(moments_.begin(), moments_.end(),
              [](const Moment& a, const Moment& b) { return a.counter < b.counter; });
    // Two that are close tell little of the rate.
    const Moment& first = moments_.front();
    const Moment& last = moments_.back();
    if (last.counter > first.counter && last.monotonic_ns > first.monotonic_ns) {
        ns_per_tick_ = nanoseconds_between(first, last) / static_cast<double>(last.counter - first.counter);
    }
}

double RankClock::monotonic_ns(std::uint64_t ticks) const noexcept {
    // The last moment before it, or the first of all.
    const auto after =
        std::upper_bound(moments_.begin(), moments_.end(), ticks,
                         [](std::uint64_t value, const Moment& moment) { return value < moment.counter; });
    const Moment& known = after == moments_.begin() ? *after : *(after - 1);
    const double since = ticks >= known.counter ? static_cast<double>(ticks - known.counter)
                                                : -static_cast<double>(known.counter - ticks);
    double rate = ns_per_tick_;
    if (after != moments_.begin() && after != moments_.end() && after->counter > known.counter) {
        rate = nanoseconds_between(known, *after) / static_cast<double>(after->counter - known.counter);
    }
    return static_cast<double>(known.monotonic_ns) + since * rate;
}

void RankClock::take_time_of_day(const FileHeader& own, const FileHeader& of_first) noexcept {
    const auto day_less_own = [](const FileHeader& header) {
        return static_cast<double>(header.started_unix_ns - header.started.monotonic_ns);
    };
    offset_ns_ = day_less_own(own) - day_less_own(of_first);
    error_s_ = max_time_of_day_error_s;
}

std::vector<RankClock> clocks_of(const Recording& recording) {
    std::vector<RankClock> clocks(static_cast<std::size_t>(recording.rank_count));
    // Parents have smaller ranks, so that theirs are complete.
    for (const RankRecording& rank : recording.ranks) {
        RankClock& clock = clocks[static_cast<std::size_t>(rank.header.rank)] = RankClock(rank.moments);
        const FileHeader& header = rank.header;
        // Ranks that came too late to be asked read a clock that others read, too.
        const auto twin =
            std::find_if(recording.ranks.begin(), recording.ranks.end(), [&](const RankRecording& one) {
                return &one == &rank || one.header.clock_identity == header.clock_identity;
            });
        const int sharer = header.clock_parent < 0 ? twin->header.rank : header.clock_parent;
        if (sharer < 0 || sharer >= header.rank) {
            if (rank.world > 0) clock.take_time_of_day(header, recording.ranks.front().header);
            continue;
        }
        const RankClock& parent = clocks[static_cast<std::size_t>(sharer)];
        const auto relation_at = [&](const ClockSighting& sighting) {
            const auto own = static_cast<double>(sighting.own_ns);
            const double of_parent = own + static_cast<double>(sighting.offset_ns);
            const double common =
                of_parent + parent.offset_ns_ + parent.drift_ * (of_parent - parent.reference_ns_);
            return Relation{own, common - own, static_cast<double>(sighting.half_trip_ns)};
        };
        if (header.shares_clock != 0 || header.clock_parent < 0) {
            clock.offset_ns_ = parent.offset_ns_;
            clock.drift_ = parent.drift_;
            clock.reference_ns_ = parent.reference_ns_;
            clock.error_s_ = parent.error_s_;
            continue;
        }
        const Relation first = relation_at(header.first_sighting);
        const Relation last =
            header.last_sighting.half_trip_ns >= 0 ? relation_at(header.last_sighting) : first;
        const Line line =
            line_through(first, last, own_ns(clock.moments_.front()), own_ns(clock.moments_.back()));
        clock.offset_ns_ = line.at.offset_ns;
        clock.reference_ns_ = line.at.own_ns;
        clock.drift_ = line.drift;
        clock.error_s_ = parent.error_s_ + line.at.error_ns * 1e-9;
    }
    double origin = std::numeric_limits<double>::max();
    for (const RankRecording& rank : recording.ranks) {
        RankClock& clock = clocks[static_cast<std::size_t>(rank.header.rank)];
        origin = std::min(origin, clock.seconds(rank.header.first_call) * 1e9);
    }
    for (RankClock& clock : clocks) clock.origin_ns_ = origin;
    return clocks;
}

}  // namespace fabricmap::tracing
