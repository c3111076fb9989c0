// SPDX-License-Identifier: Apache-2.0
#include "collective_test/visits/visit_log.hpp"

#include <algorithm>

namespace fabricmap::collective_test {

void VisitLog::recall(const CollectiveVisit& visit) {
    CellState& state = states_[visit.purpose][visit.cell];
    state.add(visit, timing_);
    CellState alone;
    alone.add(visit, timing_);
    if (!alone.medians().empty()) by_pass_[visit.purpose][visit.cell][visit.pass] = alone.medians().front();
    next_pass_ = std::max(next_pass_, visit.pass + 1);
    ++visits_;
}

void VisitLog::add(const CollectiveVisit& visit) {
    recall(visit);
    if (writer_ != nullptr) writer_->append(visit);
}

const CellState& VisitLog::state_of(VisitPurpose purpose, const CollectiveCell& cell) const {
    static const CellState unvisited;
    const CellStates& known = states(purpose);
    const auto found = known.find(cell);
    return found == known.end() ? unvisited : found->second;
}

const CellStates& VisitLog::states(VisitPurpose purpose) const {
    static const CellStates none;
    const auto found = states_.find(purpose);
    return found == states_.end() ? none : found->second;
}

std::map<int, double> VisitLog::medians_by_pass(VisitPurpose purpose, const CollectiveCell& cell) const {
    const auto of_purpose = by_pass_.find(purpose);
    if (of_purpose == by_pass_.end()) return {};
    const auto found = of_purpose->second.find(cell);
    return found == of_purpose->second.end() ? std::map<int, double>() : found->second;
}

}  // namespace fabricmap::collective_test
