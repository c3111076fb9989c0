// SPDX-License-Identifier: Apache-2.0
#include "collective_test/visits/host_search.hpp"

#include "base/mixing.hpp"
#include "collective_test/visits/cell_names.hpp"
#include "statistics/robust.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cmath>
#include <map>
#include <numeric>
#include <set>
#include <utility>

namespace fabricmap::collective_test {
namespace {

constexpr int divisions = 3;
constexpr double equally_quick = 1.05;
constexpr int visits_of_groups = 3;
constexpr int visits_without = 6;
constexpr int hosts_for_groups = 4;

using TimesOf = std::function<std::vector<double>(const std::vector<HostGroup>&)>;

HostGroup joined(HostGroup one, const HostGroup& other, std::size_t from, std::size_t count) {
    const auto first = other.begin() + static_cast<std::ptrdiff_t>(from);
    one.insert(one.end(), first, first + static_cast<std::ptrdiff_t>(count));
    return one;
}

/// Which of two groups is slow; nothing where neither is, or the time is up.
std::optional<std::size_t> slow_one(const std::vector<HostGroup>& groups, const TimesOf& times_of) {
    const std::vector<double> times = times_of(groups);
    if (times.size() < 2) return std::nullopt;
    const std::size_t slow = times[0] > times[1] ? 0 : 1;
    if (!(times[slow] > equally_quick * times[1 - slow])) return std::nullopt;
    return slow;
}

/// By halving the slow group again and again; `hosts` in the order in which they are divided.
std::optional<int> suspect_by_halving(const HostGroup& hosts, const TimesOf& times_of) {
    const std::size_t size = hosts.size() / 2;
    const HostGroup front = joined({}, hosts, 0, size);
    const HostGroup back = joined({}, hosts, size, size);
    const auto slow = slow_one({front, back}, times_of);
    if (!slow) return std::nullopt;
    HostGroup suspects = *slow == 0 ? front : back;
    HostGroup good = *slow == 0 ? back : front;
    while (suspects.size() > 1) {
        const std::size_t half = suspects.size() / 2;
        const HostGroup first = joined({}, suspects, 0, half);
        const HostGroup second = joined({}, suspects, half, suspects.size() - half);
        // Suspects and good ones together fill both.
        const std::size_t good_in_first = size - first.size();
        const auto slower = slow_one({joined(first, good, 0, good_in_first),
                                      joined(second, good, good_in_first, size - second.size())},
                                     times_of);
        if (!slower) return std::nullopt;
        suspects = *slower == 0 ? first : second;
        const HostGroup& cleared = *slower == 0 ? second : first;
        good = joined(good, cleared, 0, cleared.size());
    }
    return suspects.front();
}

/// Hosts that take part, by the number of their node, and the ranks of the job on each.
std::vector<std::vector<int>> ranks_by_host(const PlanTerms& terms) {
    std::map<int, std::vector<int>> ranks;
    for (const int rank : terms.roster.endpoints())
        ranks[terms.locations[static_cast<std::size_t>(rank)].node].push_back(rank);
    std::vector<std::vector<int>> by_host;
    by_host.reserve(ranks.size());
    for (auto& [node, of_host] : ranks) by_host.push_back(std::move(of_host));
    return by_host;
}

/// Visits of groups of hosts, of one cell.
class HostVisits {
  public:
    HostVisits(VisitDriver& driver, const PlanTerms& terms, const CollectiveCell& cell)
        : driver_(driver), terms_(terms), cell_(cell), ranks_(ranks_by_host(terms)) {}

    [[nodiscard]] int hosts() const { return static_cast<int>(ranks_.size()); }

    /// What the groups take when they make the call at once; nothing where the time is up.
    std::vector<double> times_of(const std::vector<HostGroup>& groups) {
        std::vector<std::vector<double>> medians(groups.size());
        for (int visit = 0; visit < visits_of_groups; ++visit) {
            const auto visits = make(groups, VisitPurpose::host_search, driver_.log().next_pass());
            if (visits.empty()) return {};
            for (std::size_t group = 0; group < groups.size(); ++group)
                medians[group].push_back(median_of_group(visits, groups[group]));
        }
        std::vector<double> times;
        times.reserve(medians.size());
        for (std::vector<double>& of_group : medians) times.push_back(median_of(of_group));
        return times;
    }

    /// Visits of all hosts and of all without one of these, in turn. False where the time is up.
    bool visit_without(const HostGroup& each) {
        HostGroup all(ranks_.size());
        std::iota(all.begin(), all.end(), 0);
        for (int visit = 0; visit < visits_without; ++visit) {
            const int pass = driver_.log().next_pass();
            if (make({all}, VisitPurpose::without_suspect, pass).empty()) return false;
            for (const int left_out : each) {
                HostGroup others = all;
                std::erase(others, left_out);
                if (make({others}, VisitPurpose::without_suspect, pass).empty()) return false;
            }
        }
        return true;
    }

  private:
    std::vector<CollectiveVisit> make(const std::vector<HostGroup>& groups, VisitPurpose purpose, int pass) {
        driver_.show(
            [&] { return fmt::format("finding the slow host: {}", cell_text(driver_.run(), cell_)); });
        std::vector<int> group_of_rank(terms_.locations.size(), -1);
        std::size_t largest = 0;
        for (std::size_t group = 0; group < groups.size(); ++group) {
            std::size_t ranks = 0;
            for (const int host : groups[group]) {
                for (const int rank : ranks_[static_cast<std::size_t>(host)]) {
                    group_of_rank[static_cast<std::size_t>(rank)] = static_cast<int>(group);
                    ++ranks;
                }
            }
            largest = std::max(largest, ranks);
        }
        CollectiveCell cell = cell_;
        cell.ranks = static_cast<int>(largest);
        return driver_.visit_groups(driver_.order_of(cell, purpose, pass), group_of_rank);
    }

    [[nodiscard]] double median_of_group(const std::vector<CollectiveVisit>& visits,
                                         const HostGroup& group) const {
        const int member = terms_.roster.matrix_rank(ranks_[static_cast<std::size_t>(group.front())].front());
        const auto found = std::find_if(visits.begin(), visits.end(), [&](const CollectiveVisit& visit) {
            return !std::isnan(visit.finish_median[static_cast<std::size_t>(member)]);
        });
        CellState state;
        state.add(*found, driver_.log().timing());
        return state.interval().value;
    }

    VisitDriver& driver_;
    const PlanTerms& terms_;
    CollectiveCell cell_;
    std::vector<std::vector<int>> ranks_;
};

bool search_in(VisitDriver& driver, const PlanTerms& terms, const CollectiveCell& cell) {
    HostVisits visits(driver, terms, cell);
    const int hosts = visits.hosts();
    if (hosts < hosts_for_groups) {
        HostGroup each(static_cast<std::size_t>(hosts));
        std::iota(each.begin(), each.end(), 0);
        return visits.visit_without(each);
    }
    bool time_is_up = false;
    const std::uint64_t seed = driver.run().description.seed.value_or(0);
    const auto suspect = suspected_host(hosts, seed, [&](const std::vector<HostGroup>& groups) {
        std::vector<double> times = visits.times_of(groups);
        time_is_up = times.empty();
        return times;
    });
    if (time_is_up) return false;
    if (!suspect) return true;
    std::uint64_t state = mix(seed, static_cast<std::uint64_t>(*suspect));
    const auto others = static_cast<std::uint64_t>(hosts - 1);
    const auto steps = static_cast<int>(1 + draw_below(state, others));
    return visits.visit_without({*suspect, (*suspect + steps) % hosts});
}

/// Whether an earlier part of the run got through with it.
bool was_searched(VisitDriver& driver, const CollectiveCell& cell) {
    const auto is_of_cell = [&](const auto& entry) {
        return entry.first.operation == cell.operation && entry.first.message_length == cell.message_length;
    };
    const CellStates& states = driver.log().states(VisitPurpose::without_suspect);
    const auto found = std::find_if(states.begin(), states.end(), is_of_cell);
    return found != states.end() && found->second.visits() >= visits_without;
}

}  // namespace

std::optional<int> suspected_host(int hosts, std::uint64_t seed, const TimesOf& times_of) {
    HostGroup order(static_cast<std::size_t>(hosts));
    std::iota(order.begin(), order.end(), 0);
    std::uint64_t state = mix(seed);
    for (int division = 0; division < divisions; ++division) {
        // Of an odd number the last stands aside: another each time.
        const int aside = order.back();
        shuffle(std::span(order), state);
        if (division > 0 && order.back() == aside) std::swap(order.front(), order.back());
        if (const auto suspect = suspect_by_halving(order, times_of)) return suspect;
    }
    return std::nullopt;
}

bool search_slow_hosts(VisitDriver& driver, const PlanTerms& terms,
                       const std::vector<CollectiveCell>& cells) {
    const auto endpoints = static_cast<int>(terms.roster.endpoints().size());
    std::set<std::pair<int, std::int64_t>> searched;
    for (const CollectiveCell& cell : cells) {
        if (cell.ranks != endpoints || cell.algorithm != no_index) continue;
        if (operation_of(terms.run, cell).only_waits || was_searched(driver, cell)) continue;
        // Groups have roots of their own.
        if (!searched.insert({cell.operation, cell.message_length}).second) continue;
        if (!search_in(driver, terms, cell)) return false;
    }
    return true;
}

}  // namespace fabricmap::collective_test
