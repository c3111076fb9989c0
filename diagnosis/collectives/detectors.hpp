// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/collectives/collective_diagnosis.hpp"

namespace fabricmap::diagnosis {

/// The parts of diagnose_collectives; each adds to the diagnosis what it sees.

/// Calls against their mock-ups: a candidate, and violated or not by fresh visits.
void check_guidelines(const CollectiveInput& input, CollectiveResults& results);
/// T(m) ≤ T(m′) for m < m′ and T(m) ≤ k·T(m/k), by cells of the sweep.
void check_sweep(CollectiveResults& results);
void choose_algorithms(CollectiveResults& results);
void measure_overlap(const CollectiveInput& input, CollectiveResults& results);
/// By what takes as long with every root, by runs without a host, and by ranks that always start late.
/// Returns whether the run can show which host is slow.
[[nodiscard]] bool find_slow_hosts(const CollectiveInput& input, Diagnosis& diagnosis);
/// When the ranks were through, by length.
void profile_ranks(const CollectiveInput& input, CollectiveResults& results);
void compare_collectives(const CollectiveRequest& request, Diagnosis& diagnosis, CollectiveResults& results);

/// Whether the first takes longer than the second by more than `min_ratio`, whatever their visits' spread;
/// false where one has fewer than five.
[[nodiscard]] bool is_surely_longer(const CellSummary& longer, const CellSummary& shorter, double min_ratio,
                                    double multiple = 1);

}  // namespace fabricmap::diagnosis
