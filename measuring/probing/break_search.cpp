// SPDX-License-Identifier: Apache-2.0
#include "measuring/probing/break_search.hpp"

#include "measuring/probing/coarse_grid.hpp"

#include <algorithm>
#include <cmath>
#include <limits>
#include <optional>
#include <set>

namespace fabricmap {
namespace {

constexpr int first_visits = 14;
constexpr int batch_of_visits = 6;
constexpr std::size_t max_visits_of_a_gap = 74;
constexpr std::size_t max_visits_of_a_step = 60;
constexpr int min_visits_of_a_jump = 18;
constexpr std::size_t max_visits_of_a_jump = 150;
// With votes of which 70 % are right this many more on one side mean an error of less than a percent.
constexpr int decisive_lead = 6;
constexpr double errors_to_search = 3;
constexpr double errors_to_follow = 4;
constexpr double errors_of_jump = 6;
// The slopes taken off may be a little wrong, so a gap is looked into for less than a jump.
constexpr double fraction_to_search = 0.6;
constexpr int max_lengths_of_a_gap = 64;

enum class Half { none, lower, upper };

/// How many more visits see the jump in the lower half than in the upper one. Those that see a straight line
/// have no vote.
int lead_of_lower_half(const std::vector<Visit>& visits, double direction, double min_bend_s) {
    int lead = 0;
    for (const Visit& visit : visits) {
        const double bend_s = direction * (2 * visit[1] - visit[0] - visit[2]);
        if (std::abs(bend_s) >= min_bend_s) lead += bend_s > 0 ? 1 : -1;
    }
    return lead;
}

void append(std::vector<Visit>& visits, const std::vector<Visit>& more) {
    visits.insert(visits.end(), more.begin(), more.end());
}

std::size_t index_of(std::int64_t length, const std::vector<std::int64_t>& lengths) {
    return static_cast<std::size_t>(std::lower_bound(lengths.begin(), lengths.end(), length) -
                                    lengths.begin());
}

/// The visits of some of the lengths, as if no other had been measured.
std::vector<Visit> visits_of(const std::vector<std::int64_t>& some, const std::vector<std::int64_t>& all,
                             const std::vector<Visit>& visits) {
    std::vector<Visit> result(visits.size());
    for (const std::int64_t length : some) {
        const std::size_t index = index_of(length, all);
        for (std::size_t k = 0; k < visits.size(); ++k) result[k].push_back(visits[k][index]);
    }
    return result;
}

/// By how much the middle one of three lengths lies off the line through the others, doubled: the size of a
/// jump in either half.
Estimate bend_of(const std::vector<Visit>& visits) {
    std::vector<double> bends(visits.size());
    std::transform(visits.begin(), visits.end(), bends.begin(),
                   [](const Visit& visit) { return 2 * visit[1] - visit[0] - visit[2]; });
    return robust_estimate(std::move(bends));
}

class Search {
  public:
    Search(const std::vector<std::int64_t>& grid, const MeasureVisits& measure, const BreakRules& rules)
        : grid_(grid), measure_(measure), rules_(rules), grid_visits_(measure(grid, first_visits)) {}

    BreakSearch run() {
        // A jump that has been found no longer hides another one beside it.
        while (search_gaps()) {
        }
        std::sort(result_.breaks.begin(), result_.breaks.end(),
                  [](const Breakpoint& a, const Breakpoint& b) { return a.last_before < b.last_before; });
        return std::move(result_);
    }

  private:
    /// What a step must reach to be a jump, beside delays like these.
    [[nodiscard]] double min_step_s(const std::vector<Visit>& visits, std::size_t index) const {
        return std::max(rules_.min_fraction * std::abs(delay_at(visits, index).value), rules_.min_step_s);
    }

    /// Whether new jumps were found.
    bool search_gaps() {
        const std::size_t before = result_.breaks.size();
        for (std::size_t k = 0; k + 1 < grid_.size(); ++k) {
            if (gaps_searched_.contains(k)) continue;
            trend_.emplace(grid_, grid_visits_, result_.breaks);
            lengths_left_ = max_lengths_of_a_gap;
            if (search_gap(k)) gaps_searched_.insert(k);
        }
        return result_.breaks.size() > before;
    }

    /// Whether there was reason to search in it. Visits of the gap's ends, and of those between which its
    /// slope is estimated, are added until it is clear how much of its rise is no slope.
    bool search_gap(std::size_t gap) {
        const std::int64_t from = grid_[gap];
        const std::int64_t to = grid_[gap + 1];
        const double min_s = min_step_s(grid_visits_, gap);
        const auto first_look = trend_->unexplained(from, to, rise_between(grid_visits_, gap, gap + 1));
        Estimate jump = first_look.rise;
        const auto lengths = merged(first_look.slope_from, {from, to});
        std::vector<Visit> visits = visits_of(lengths, grid_, grid_visits_);
        const std::size_t index = index_of(from, lengths);
        while (std::abs(jump.value) + jump.error >= min_s) {
            if (std::abs(jump.value) >= fraction_to_search * min_s && jump.stands_out(errors_to_search)) {
                search(from, to, jump.value);
                return true;
            }
            if (visits.size() >= max_visits_of_a_gap) {
                look_at_middle(from, to);
                return true;
            }
            append(visits, measure_(lengths, batch_of_visits));
            const Trend trend(lengths, visits, result_.breaks);
            jump = trend.unexplained(from, to, rise_between(visits, index, index + 1)).rise;
        }
        return false;
    }

    /// Where the slopes around leave it open whether there is a jump: a straight line has no bend.
    void look_at_middle(std::int64_t from, std::int64_t to) {
        if (to - from == 1) return;
        const std::int64_t middle = from + (to - from) / 2;
        result_.probed.push_back(middle);
        std::vector<Visit> visits;
        while (visits.size() < max_visits_of_a_step) {
            append(visits, measure_({from, middle, to}, batch_of_visits));
            const Estimate bend = bend_of(visits);
            const double min_s = min_step_s(visits, 0);
            if (std::abs(bend.value) + bend.error < min_s) return;
            if (visits.size() < min_visits_of_a_jump || !bend.stands_out(errors_to_follow)) continue;
            const double lower_s = trend_->unexplained(from, middle, rise_between(visits, 0, 1)).rise.value;
            const double upper_s = trend_->unexplained(middle, to, rise_between(visits, 1, 2)).rise.value;
            if (std::abs(lower_s) > std::abs(upper_s)) search(from, middle, lower_s);
            if (std::abs(lower_s) < std::abs(upper_s)) search(middle, to, upper_s);
            return;
        }
    }

    void search(std::int64_t before, std::int64_t after, double jump_s) {
        if (after - before == 1) {
            confirm(before);
            return;
        }
        if (lengths_left_-- <= 0) return;
        const std::int64_t middle = before + (after - before) / 2;
        result_.probed.push_back(middle);
        std::vector<Visit> visits;
        const Half half = half_with_jump({before, middle, after}, jump_s > 0 ? 1 : -1, visits);
        const auto rest = [&](std::size_t index, std::int64_t from, std::int64_t to) {
            const Estimate jump = trend_->unexplained(from, to, rise_between(visits, index, index + 1)).rise;
            const bool counts =
                std::abs(jump.value) >= min_step_s(visits, index) && jump.stands_out(errors_to_follow);
            return counts ? jump.value : 0;
        };
        const double lower_s = half == Half::lower ? jump_s : rest(0, before, middle);
        const double upper_s = half == Half::upper ? jump_s : rest(1, middle, after);
        if (lower_s != 0) search(before, middle, lower_s);
        if (upper_s != 0) search(middle, after, upper_s);
    }

    /// Lets visits of the three lengths vote until one half leads; `visits` keeps them all.
    Half half_with_jump(const std::vector<std::int64_t>& lengths, double direction,
                        std::vector<Visit>& visits) const {
        while (visits.size() < max_visits_of_a_step) {
            append(visits, measure_(lengths, batch_of_visits));
            const int lead = lead_of_lower_half(visits, direction, min_step_s(visits, 0) / 2);
            if (lead >= decisive_lead) return Half::lower;
            if (lead <= -decisive_lead) return Half::upper;
        }
        return Half::none;
    }

    /// Compares the two lengths until they differ for sure, or for sure do not.
    void confirm(std::int64_t last_before) {
        std::vector<Visit> visits = measure_({last_before, last_before + 1}, min_visits_of_a_jump);
        while (true) {
            const Estimate step = rise_between(visits, 0, 1);
            const double min_s = min_step_s(visits, 0);
            if (std::abs(step.value) >= min_s && step.stands_out(errors_of_jump)) {
                const double delay_s = delay_at(visits, 0).value;
                const double factor =
                    delay_s > 0 ? (delay_s + step.value) / delay_s : std::numeric_limits<double>::infinity();
                result_.breaks.push_back({last_before, step.value, factor});
                return;
            }
            const bool surely_none = std::abs(step.value) + errors_to_follow * step.error < min_s;
            if (surely_none || visits.size() >= max_visits_of_a_jump) return;
            append(visits, measure_({last_before, last_before + 1}, batch_of_visits));
        }
    }

    const std::vector<std::int64_t>& grid_;
    const MeasureVisits& measure_;
    const BreakRules& rules_;
    std::vector<Visit> grid_visits_;
    std::optional<Trend> trend_;
    std::set<std::size_t> gaps_searched_;
    int lengths_left_ = 0;
    BreakSearch result_;
};

}  // namespace

BreakSearch find_breaks(const std::vector<std::int64_t>& grid, const MeasureVisits& measure,
                        const BreakRules& rules) {
    if (grid.size() < 2) return {};
    return Search(grid, measure, rules).run();
}

}  // namespace fabricmap
