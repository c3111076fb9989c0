// SPDX-License-Identifier: Apache-2.0
#include "network_test/engine/round_notes.hpp"

#include "base/quantities.hpp"
#include "network_test/schedule/round_plan.hpp"

#include <fmt/format.h>

namespace fabricmap::network_test {
namespace {

/// The least --active-per-node with which a round holds more than one pair; 0 where none does.
std::int64_t min_active_for_company(const std::vector<int>& endpoints,
                                    const PerRank<RankLocation>& locations) {
    const auto pairs_at_once = [&](std::int64_t active) {
        return RoundPlan(endpoints, locations, {.active_per_node = active}).pairs_at_once();
    };
    // A pair within a host takes two ranks.
    for (const std::int64_t active : {1, 2, 3, 4}) {
        if (pairs_at_once(active) > 1) return active;
    }
    return 0;
}

}  // namespace

std::vector<std::string> round_notes(const Options& options, const std::vector<int>& endpoints,
                                     const PerRank<RankLocation>& locations) {
    std::vector<std::string> notes;
    if (options.schedule != ScheduleKind::rounds && !options.sample_pairs) return notes;
    const RoundPlan plan(endpoints, locations, {.active_per_node = options.active_in_rounds()});
    const std::int64_t enough =
        plan.pairs_at_once() > 1 || options.together ? 0 : min_active_for_company(endpoints, locations);
    if (enough > 0) {
        notes.push_back(fmt::format(
            "a round holds one pair: --active-per-node {} or more, or all, lets pairs be measured at once",
            enough));
    }
    const std::int64_t asked = options.sample_pairs ? options.sample_pairs->rounds : PairSample::all;
    if (asked != PairSample::all && asked > plan.all_rounds()) {
        notes.push_back(fmt::format("--sample-pairs rounds={}: there are only {}, and all are measured",
                                    asked, counted(plan.all_rounds(), "round")));
    }
    return notes;
}

}  // namespace fabricmap::network_test
