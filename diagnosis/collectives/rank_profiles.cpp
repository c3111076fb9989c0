// SPDX-License-Identifier: Apache-2.0
#include "base/quantities.hpp"
#include "diagnosis/collectives/detectors.hpp"
#include "diagnosis/collectives/slow_hosts.hpp"
#include "statistics/robust.hpp"

#include <fmt/format.h>

#include <cmath>
#include <map>

namespace fabricmap::diagnosis {
namespace {

using VisitsByLength = std::map<std::int64_t, std::vector<const CollectiveVisit*>>;

/// Of each operation: its visits on all ranks, with the first root.
std::map<CollectiveCell, VisitsByLength> whole_visits(const CollectiveInput& input) {
    std::map<CollectiveCell, VisitsByLength> visits;
    const auto ranks = static_cast<int>(ranks_taking_part(input.run).size());
    for (const CollectiveVisit& visit : input.visits) {
        const CollectiveCell& cell = visit.cell;
        if (visit.purpose != VisitPurpose::sweep || cell.ranks != ranks || cell.mock_up != no_index ||
            visit.finish_median.size() != input.run.description.ranks.size() ||
            (cell.algorithm != no_index && !algorithm_of(input.run, cell).starts_with("0/")))
            continue;
        CollectiveCell key = cell;
        key.message_length = 0;
        visits[key][cell.message_length].push_back(&visit);
    }
    return visits;
}

}  // namespace

void profile_ranks(const CollectiveInput& input, CollectiveResults& results) {
    int last_operation = no_index;
    for (const auto& [key, by_length] : whole_visits(input)) {
        if (key.operation == last_operation) continue;
        last_operation = key.operation;
        const auto ranks = static_cast<Eigen::Index>(input.run.description.ranks.size());
        RankProfile profile{operation_of(input.run, key) + " on " + counted(key.ranks, "rank"), {}, {}};
        profile.finish_s.resize(static_cast<Eigen::Index>(by_length.size()), ranks);
        for (const auto& [length, visits] : by_length) {
            const auto row = static_cast<Eigen::Index>(profile.lengths_bytes.size());
            for (Eigen::Index rank = 0; rank < ranks; ++rank) {
                std::vector<float> times;
                for (const CollectiveVisit* visit : visits)
                    times.push_back(visit->finish_median[static_cast<std::size_t>(rank)]);
                profile.finish_s(row, rank) = median_of_numbers(times);
            }
            profile.lengths_bytes.push_back(length);
        }
        results.profiles.push_back(std::move(profile));
    }
}

}  // namespace fabricmap::diagnosis
