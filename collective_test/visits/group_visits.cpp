// SPDX-License-Identifier: Apache-2.0
#include "collective_test/visits/group_visits.hpp"

#include "base/mixing.hpp"
#include "collective_test/visits/cell_names.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <set>

namespace fabricmap::collective_test {
namespace {

constexpr std::size_t visits_of_groups_at_once = 12;

/// Each once, whatever its root: groups have roots of their own.
std::vector<CollectiveCell> cells_of_groups(const PlanTerms& terms, const std::vector<CollectiveCell>& cells,
                                            int ranks_of_group) {
    const auto endpoints = static_cast<int>(terms.roster.endpoints().size());
    std::set<CollectiveCell> chosen;
    for (CollectiveCell cell : cells) {
        if (cell.ranks != endpoints || operation_of(terms.run, cell).only_waits) continue;
        if (cell.root != no_index) cell.root = terms.roster.matrix_rank(terms.roster.endpoints().front());
        cell.ranks = ranks_of_group;
        chosen.insert(cell);
    }
    return {chosen.begin(), chosen.end()};
}

}  // namespace

std::vector<int> equal_groups(const Roster& roster, std::size_t job_ranks, int groups) {
    std::vector<int> group_of_rank(job_ranks, -1);
    const std::size_t size = roster.endpoints().size() / static_cast<std::size_t>(groups);
    for (std::size_t place = 0; place < size * static_cast<std::size_t>(groups); ++place) {
        group_of_rank[static_cast<std::size_t>(roster.endpoints()[place])] = static_cast<int>(place / size);
    }
    return group_of_rank;
}

bool visit_in_groups(VisitDriver& driver, const PlanTerms& terms, const std::vector<CollectiveCell>& cells) {
    const auto groups = static_cast<int>(driver.options().groups);
    const std::vector<int> group_of_rank = equal_groups(terms.roster, terms.locations.size(), groups);
    const auto size = static_cast<int>(std::count(group_of_rank.begin(), group_of_rank.end(), 0));
    std::vector<CollectiveCell> all = cells_of_groups(terms, cells, size);
    const std::uint64_t seed = driver.run().description.seed.value_or(0);
    // The first group's visits are as many as any's.
    const auto made = [&](const CollectiveCell& cell) {
        return driver.log().medians_by_pass(VisitPurpose::groups, cell).size();
    };
    for (int pass = driver.log().next_pass();; ++pass) {
        std::vector<CollectiveCell> open;
        for (const CollectiveCell& cell : all) {
            if (made(cell) < visits_of_groups_at_once) open.push_back(cell);
        }
        if (open.empty()) return true;
        std::uint64_t state = mix(seed, static_cast<std::uint64_t>(pass));
        shuffle(std::span(open), state);
        for (const CollectiveCell& cell : open) {
            driver.show([&] { return fmt::format("{} groups: {}", groups, cell_text(driver.run(), cell)); });
            if (driver.visit_groups(driver.order_of(cell, VisitPurpose::groups, pass), group_of_rank).empty())
                return false;
        }
    }
}

}  // namespace fabricmap::collective_test
