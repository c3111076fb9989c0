// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/collectives/detectors.hpp"
#include "statistics/robust.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace fabricmap::diagnosis {
namespace {

/// The lowest rank that took part: groups have none in common.
int first_member(const CollectiveVisit& visit) {
    const auto& finish = visit.finish_median;
    const auto found =
        std::find_if(finish.begin(), finish.end(), [](float time) { return !std::isnan(time); });
    return static_cast<int>(found - finish.begin());
}

CollectiveCell whatever_root(CollectiveCell cell) {
    cell.root = no_index;
    return cell;
}

}  // namespace

void compare_groups(const CollectiveInput& input, CollectiveResults& results) {
    std::map<CollectiveCell, std::map<int, std::vector<const CollectiveVisit*>>> groups;
    for (const CollectiveVisit& visit : input.visits) {
        if (visit.purpose == VisitPurpose::groups)
            groups[whatever_root(visit.cell)][first_member(visit)].push_back(&visit);
    }
    for (const auto& [cell, by_group] : groups) {
        GroupsAtOnce result{operation_of(input.run, cell), algorithm_of(input.run, cell), cell.ranks,
                            cell.message_length};
        std::vector<double> times;
        for (const auto& [first, visits] : by_group) {
            result.first_ranks.push_back(first);
            result.times.push_back(summary_of(visits, input.run.timing, results.terms).time);
            times.push_back(result.times.back().value);
        }
        const auto worst = std::max_element(times.begin(), times.end());
        result.worst = static_cast<std::size_t>(worst - times.begin());
        result.spread = *worst / *std::min_element(times.begin(), times.end());
        results.groups.push_back(std::move(result));
    }
}

}  // namespace fabricmap::diagnosis
