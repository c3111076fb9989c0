// SPDX-License-Identifier: Apache-2.0
#include "collective_test/visits/guideline_visits.hpp"

#include "base/mixing.hpp"
#include "collective_test/visits/cell_names.hpp"
#include "statistics/robust.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <iterator>
#include <utility>

namespace fabricmap::collective_test {
namespace {

constexpr std::size_t candidate_visits = 6;
constexpr std::size_t verdict_visits = 12;
constexpr double slower_by = 1.05;

/// A call, and what could take its place.
struct Guideline {
    CollectiveCell call;
    CollectiveCell mock_up;
};

std::vector<Guideline> guidelines_for(const PlanTerms& terms, const std::vector<CollectiveCell>& cells) {
    std::vector<Guideline> guidelines;
    for (const CollectiveCell& call : cells) {
        // What the library does when it is asked to do otherwise is not its choice.
        if (call.algorithm != no_index) continue;
        for (const MockUp& mock_up : mock_ups()) {
            if (mock_up.operation != operation_of(terms.run, call).name) continue;
            const auto reason = unsupported_reason(mock_up, call.message_length, call.ranks, terms.simulated);
            if (!reason.empty()) continue;
            CollectiveCell other = call;
            other.mock_up = index_in(terms.run.mock_ups, mock_up.name);
            guidelines.push_back({call, other});
        }
    }
    return guidelines;
}

std::vector<double> ratios_of(VisitDriver& driver, const Guideline& guideline, VisitPurpose purpose) {
    return paired_ratios(driver.log().medians_by_pass(purpose, guideline.call),
                         driver.log().medians_by_pass(purpose, guideline.mock_up));
}

/// As the candidate's last visit left it, where the purpose has none yet.
Nanoseconds slot_of(const VisitLog& log, VisitPurpose purpose, const CollectiveCell& cell) {
    const Nanoseconds slot = log.state_of(purpose, cell).slot();
    return slot > 0 ? slot : log.state_of(VisitPurpose::candidate, cell).slot();
}

/// Both in slots of one length, which caches notice, once it is known how long either needs; in an order
/// drawn by the pass. False where the time is up.
bool visit_pair(VisitDriver& driver, const Guideline& guideline, VisitPurpose purpose) {
    const int pass = driver.log().next_pass();
    driver.show([&] { return fmt::format("guidelines: {}", cell_text(driver.run(), guideline.mock_up)); });
    VisitOrder first = driver.order_of(guideline.call, purpose, pass);
    VisitOrder second = driver.order_of(guideline.mock_up, purpose, pass);
    const Nanoseconds slot_of_call = slot_of(driver.log(), purpose, first.cell);
    const Nanoseconds slot_of_mock_up = slot_of(driver.log(), purpose, second.cell);
    if (slot_of_call > 0 && slot_of_mock_up > 0)
        first.slot = second.slot = std::max(slot_of_call, slot_of_mock_up);
    if (mix(driver.run().description.seed.value_or(0), static_cast<std::uint64_t>(pass)) % 2 == 1)
        std::swap(first, second);
    return driver.visit(first) && driver.visit(second);
}

bool visit_in_turn(VisitDriver& driver, const std::vector<Guideline>& guidelines, VisitPurpose purpose,
                   std::size_t visits) {
    const std::uint64_t seed = driver.run().description.seed.value_or(0);
    while (true) {
        std::vector<Guideline> open;
        std::copy_if(guidelines.begin(), guidelines.end(), std::back_inserter(open),
                     [&](const Guideline& each) { return ratios_of(driver, each, purpose).size() < visits; });
        if (open.empty()) return true;
        std::uint64_t state = mix(seed, static_cast<std::uint64_t>(driver.log().next_pass()));
        shuffle(std::span(open), state);
        for (const Guideline& guideline : open) {
            if (!visit_pair(driver, guideline, purpose)) return false;
        }
    }
}

}  // namespace

std::vector<double> paired_ratios(const std::map<int, double>& calls, const std::map<int, double>& mock_ups) {
    std::vector<double> ratios;
    for (const auto& [pass, call_s] : calls) {
        const auto other = mock_ups.find(pass);
        if (other != mock_ups.end()) ratios.push_back(call_s / other->second);
    }
    return ratios;
}

bool visit_guidelines(VisitDriver& driver, const PlanTerms& terms, const std::vector<CollectiveCell>& cells) {
    const std::vector<Guideline> guidelines = guidelines_for(terms, cells);
    if (!visit_in_turn(driver, guidelines, VisitPurpose::candidate, candidate_visits)) return false;
    std::vector<Guideline> candidates;
    std::copy_if(guidelines.begin(), guidelines.end(), std::back_inserter(candidates),
                 [&](const Guideline& each) {
                     return median_of(ratios_of(driver, each, VisitPurpose::candidate)) > slower_by;
                 });
    return visit_in_turn(driver, candidates, VisitPurpose::verdict, verdict_visits);
}

}  // namespace fabricmap::collective_test
