// SPDX-License-Identifier: Apache-2.0
#include "collective_test/visits/overlap_visits.hpp"

#include "base/mixing.hpp"
#include "collective_test/visits/cell_names.hpp"

#include <fmt/format.h>

#include <cmath>

namespace fabricmap::collective_test {
namespace {

constexpr std::size_t visits_with_work = 6;
/// What a rank may come back late from its work, in slots of none: they grow where that is too little.
constexpr double slot_per_work = 1.5;

struct WorkVisit {
    CollectiveCell cell;
    double compute_s = 0;
};

std::vector<WorkVisit> visits_of_a_pass(VisitDriver& driver, const std::vector<CollectiveCell>& cells) {
    const std::int64_t steps = driver.options().compute_steps;
    std::vector<WorkVisit> visits;
    for (CollectiveCell cell : cells) {
        if (!operation_of(driver.run(), cell).is_non_blocking()) continue;
        const double pure_s = driver.log().state_of(VisitPurpose::sweep, cell).interval().value;
        if (std::isnan(pure_s)) continue;
        for (int step = 0; step < steps; ++step) {
            cell.compute_step = step;
            if (driver.log().state_of(VisitPurpose::overlap, cell).visits() < visits_with_work)
                visits.push_back({cell, work_of_step_s(pure_s, step, steps)});
        }
    }
    return visits;
}

Nanoseconds slot_with_work(VisitDriver& driver, const WorkVisit& visit) {
    const Nanoseconds known = driver.log().state_of(VisitPurpose::overlap, visit.cell).slot();
    if (known > 0) return known;
    CollectiveCell pure = visit.cell;
    pure.compute_step = no_index;
    const Nanoseconds slot = driver.log().state_of(VisitPurpose::sweep, pure).slot();
    return slot == 0 ? 0 : slot + std::llround(slot_per_work * visit.compute_s * nanoseconds_per_second);
}

}  // namespace

double work_of_step_s(double pure_s, int step, std::int64_t steps) noexcept {
    return steps < 2 ? 0 : 2 * pure_s * step / static_cast<double>(steps - 1);
}

bool visit_with_work(VisitDriver& driver, const std::vector<CollectiveCell>& cells) {
    const std::uint64_t seed = driver.run().description.seed.value_or(0);
    for (int pass = driver.log().next_pass();; ++pass) {
        std::vector<WorkVisit> visits = visits_of_a_pass(driver, cells);
        if (visits.empty()) return true;
        std::uint64_t state = mix(seed, static_cast<std::uint64_t>(pass));
        shuffle(std::span(visits), state);
        for (const WorkVisit& visit : visits) {
            driver.show([&] { return fmt::format("overlap: {}", cell_text(driver.run(), visit.cell)); });
            VisitOrder order = driver.order_of(visit.cell, VisitPurpose::overlap, pass);
            order.compute_s = visit.compute_s;
            order.slot = slot_with_work(driver, visit);
            if (!driver.visit(order)) return false;
        }
    }
}

}  // namespace fabricmap::collective_test
