// SPDX-License-Identifier: Apache-2.0
#include "rules/causes/root_causes.hpp"

#include "rules/causes/timeline.hpp"
#include "tracing/model/field_tables.hpp"

#include <algorithm>
#include <cmath>
#include <set>
#include <tuple>
#include <unordered_map>

namespace fabricmap::rules {
namespace {

// What is less of a wait's cause than this is not followed.
constexpr double smallest_share = 0.02;

/// An activity of a rank.
struct Doing {
    double rank = 0;
    Activity activity;
    double after = -1;  ///< place of the call before

    friend auto operator<=>(const Doing&, const Doing&) = default;
};

/// Parts of a whole, which sum to 1.
using Shares = std::vector<std::pair<std::size_t, double>>;

class CauseFinder {
  public:
    explicit CauseFinder(const Timeline& timeline) : timeline_(timeline) {}

    /// Waits are asked for by the time at which they end, so that those before are known.
    void find_all(const std::vector<double>& ranks) {
        std::vector<std::tuple<double, double, std::size_t>> all;
        for (const double rank : ranks) {
            const auto& waits = timeline_.waits_of(rank);
            shares_[rank].resize(waits.size());
            for (std::size_t wait = 0; wait < waits.size(); ++wait)
                all.emplace_back(waits[wait].to, rank, wait);
        }
        std::sort(all.begin(), all.end());
        for (const auto& [to, rank, wait] : all)
            shares_[rank][wait] = shares_of(rank, timeline_.waits_of(rank)[wait]);
    }

    [[nodiscard]] const Shares& shares(double rank, std::size_t wait) const { return shares_.at(rank)[wait]; }
    [[nodiscard]] const Doing& doing(std::size_t number) const { return *doings_[number]; }

  private:
    std::size_t number_of(const Doing& doing) {
        const auto [found, is_new] = numbers_.try_emplace(doing, numbers_.size());
        if (is_new) doings_.push_back(&found->first);
        return found->second;
    }

    Shares shares_of(double rank, const TimelineWait& wait) {
        if (wait.is_unseen) return {{number_of({wait.other, {.is_unseen = true}}), 1}};
        const Timeline::Step step = timeline_.last_step(rank, wait);
        const Timeline::Window other = timeline_.window(wait.other, step.other, wait.to);
        // Where that is but the end of what they did since, so is this.
        const double begin = step.own + (other.from - step.other);
        const Timeline::Window own = timeline_.window(rank, begin, wait.from);
        std::map<std::size_t, double> causes;
        for (const auto& [activity, spent] : other.activities) {
            const auto same = own.activities.find(activity);
            const double more = spent.seconds - (same == own.activities.end() ? 0 : same->second.seconds);
            if (more > 0) causes[number_of({wait.other, activity, spent.after})] += more;
        }
        add_waits_of(wait.other, other, own, causes);
        if (causes.empty()) causes[number_of(longest_of(wait.other, other))] = 1;
        return as_shares(causes);
    }

    /// What the other waited longer than this one did comes from what its waits came from.
    void add_waits_of(double other, const Timeline::Window& window, const Timeline::Window& own,
                      std::map<std::size_t, double>& causes) const {
        double waited = 0;
        double waited_here = 0;
        for (const auto& [wait, seconds] : window.waits) waited += seconds;
        for (const auto& [wait, seconds] : own.waits) waited_here += seconds;
        if (waited <= waited_here) return;
        const double factor = 1 - waited_here / waited;
        const auto known = shares_.find(other);
        if (known == shares_.end()) return;
        for (const auto& [wait, seconds] : window.waits) {
            for (const auto& [cause, share] : known->second[wait]) causes[cause] += share * seconds * factor;
        }
    }

    /// Where it did nothing that the one which waits did not do as long.
    static Doing longest_of(double rank, const Timeline::Window& window) {
        const auto longest = std::max_element(
            window.activities.begin(), window.activities.end(),
            [](const auto& a, const auto& b) { return a.second.seconds < b.second.seconds; });
        if (longest == window.activities.end()) return {rank, {}};
        return {rank, longest->first, longest->second.after};
    }

    static Shares as_shares(const std::map<std::size_t, double>& causes) {
        double sum = 0;
        for (const auto& [cause, seconds] : causes) sum += seconds;
        Shares shares;
        double kept = 0;
        for (const auto& [cause, seconds] : causes) {
            if (seconds < smallest_share * sum) continue;
            shares.emplace_back(cause, seconds);
            kept += seconds;
        }
        for (auto& [cause, share] : shares) share /= kept;
        return shares;
    }

    const Timeline& timeline_;
    std::unordered_map<double, std::vector<Shares>> shares_;
    std::map<Doing, std::size_t> numbers_;
    std::vector<const Doing*> doings_;
};

/// Sums the causes of rules' waits by the activities that they are.
class CauseSums {
  public:
    CauseSums(const Timeline& timeline, const CauseFinder& finder) : timeline_(timeline), finder_(finder) {}

    void add(double rank) {
        const auto& waits = timeline_.waits_of(rank);
        for (std::size_t wait = 0; wait < waits.size(); ++wait) {
            for (const auto& [number, share] : finder_.shares(rank, wait)) {
                const Doing& doing = finder_.doing(number);
                const double seconds = share * (waits[wait].to - waits[wait].from);
                RootCause& cause = causes_[doing.activity];
                cause.seconds += seconds;
                cause.seconds_by_rank[std::llround(doing.rank)] += seconds;
                cause.waiting.insert(std::llround(rank));
                ++cause.waits;
                afters_[doing.activity][doing.after] += seconds;
            }
        }
    }

    /// Parts of a wait.
    struct Parts {
        double direct = 0;  ///< for a rank that had not waited itself
        double unseen = 0;  ///< for a rank whose calls are missing
    };
    [[nodiscard]] Parts parts_of(const PlacedWait& wait) const {
        const double seconds = wait.to - wait.from;
        if (std::isnan(wait.other)) return {seconds, 0};
        const auto& waits = timeline_.waits_of(wait.rank);
        const auto found = std::partition_point(waits.begin(), waits.end(),
                                                [&](const TimelineWait& one) { return one.to <= wait.from; });
        if (found == waits.end()) return {seconds, 0};
        Parts parts;
        for (const auto& [number, share] :
             finder_.shares(wait.rank, static_cast<std::size_t>(found - waits.begin()))) {
            const Doing& doing = finder_.doing(number);
            if (doing.rank == wait.other) parts.direct += share * seconds;
            if (doing.activity.is_unseen) parts.unseen += share * seconds;
        }
        return parts;
    }

    /// `places_of_init`: of MPI_Init, as numbers of their texts.
    std::vector<RootCause> sorted(const Records& records, const std::set<double>& places_of_init) {
        std::vector<RootCause> all;
        for (auto& [activity, cause] : causes_) {
            cause.is_call = activity.is_call;
            cause.is_launch = activity == Activity{};
            cause.is_unseen = activity.is_unseen;
            const auto& afters = afters_[activity];
            const auto most =
                std::max_element(afters.begin(), afters.end(),
                                 [](const auto& a, const auto& b) { return a.second < b.second; });
            if (most->first >= 0) cause.after = records.text_of(most->first);
            cause.is_after_init = places_of_init.contains(most->first);
            if (activity.at >= 0) cause.at = records.text_of(activity.at);
            all.push_back(std::move(cause));
        }
        std::stable_sort(all.begin(), all.end(), [](const RootCause& a, const RootCause& b) {
            return std::tuple(b.is_launch, a.seconds) > std::tuple(a.is_launch, b.seconds);
        });
        return all;
    }

  private:
    const Timeline& timeline_;
    const CauseFinder& finder_;
    std::map<Activity, RootCause> causes_;
    std::map<Activity, std::map<double, double>> afters_;  ///< seconds by the place of the call before
};

std::set<double> places_of_init(const tracing::Trace& trace) {
    constexpr auto type = tracing::RecordType::collective;
    const tracing::RecordTable& table = trace[type];
    std::set<double> places;
    for (std::size_t record = 0; record < table.size(); ++record) {
        if (trace.text(type, tracing::field(type, "op_type"), record) != "init") continue;
        const tracing::StringId place = table.text(tracing::field(type, "source_code"), record);
        if (place != tracing::no_string) places.insert(static_cast<double>(place));
    }
    return places;
}

}  // namespace

RootCauses root_causes(const tracing::Trace& trace, Records& records,
                       const std::vector<std::span<const PlacedWait>>& waits,
                       std::span<const PlacedWait> unseen) {
    const Timeline timeline(trace, waits, unseen);
    CauseFinder finder(timeline);
    finder.find_all(timeline.ranks());
    CauseSums sums(timeline, finder);
    RootCauses found;
    for (const double rank : timeline.ranks()) sums.add(rank);
    for (const std::span<const PlacedWait>& of_rule : waits) {
        CauseSums::Parts all;
        for (const PlacedWait& wait : of_rule) {
            const CauseSums::Parts parts = sums.parts_of(wait);
            all.direct += parts.direct;
            all.unseen += parts.unseen;
        }
        found.direct_seconds.push_back(all.direct);
        found.unseen_seconds.push_back(all.unseen);
    }
    found.causes = sums.sorted(records, places_of_init(trace));
    return found;
}

}  // namespace fabricmap::rules
