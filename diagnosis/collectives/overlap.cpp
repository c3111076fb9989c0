// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/collectives/detectors.hpp"

#include <algorithm>
#include <cmath>
#include <map>

namespace fabricmap::diagnosis {
namespace {

OverlapResult overlap_of(const CollectiveRun& run, const CellSummary& pure,
                         const std::vector<const CellSummary*>& steps) {
    OverlapResult result{operation_of(run, pure.cell), pure.cell.ranks, pure.cell.message_length,
                         pure.time.value};
    result.init_fraction = pure.init / pure.time.value;
    double nearest = 0;
    for (const CellSummary* step : steps) {
        // As calibrated: what a call computes meanwhile, in tests or on the same core, is no work.
        const double work = step->compute_s;
        const double hidden = result.pure_s + work - step->time.value;
        result.compute_s.push_back(work);
        result.total_s.push_back(step->time.value);
        result.overlap.push_back(std::clamp(hidden / std::min(result.pure_s, work), 0.0, 1.0));
        const double distance = std::abs(work - result.pure_s);
        if (result.overlap.size() == 1 || distance < nearest) {
            nearest = distance;
            result.at_equal_work = result.overlap.back();
        }
    }
    return result;
}

}  // namespace

void measure_overlap(const CollectiveInput& input, CollectiveResults& results) {
    const std::vector<CellSummary> cells = summaries_of(input.run, input.visits, VisitPurpose::overlap);
    std::map<CollectiveCell, std::vector<const CellSummary*>> curves;
    for (const CellSummary& cell : cells) {
        CollectiveCell key = cell.cell;
        key.compute_step = no_index;
        curves[key].push_back(&cell);
    }
    for (auto& [key, curve] : curves) {
        std::sort(curve.begin(), curve.end(),
                  [](const auto* a, const auto* b) { return a->compute_s < b->compute_s; });
        if (curve.front()->compute_s > 0) continue;
        const CellSummary& pure = *curve.front();
        curve.erase(curve.begin());
        if (!curve.empty()) results.overlaps.push_back(overlap_of(input.run, pure, curve));
    }
}

}  // namespace fabricmap::diagnosis
