// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/collectives/collective_diagnosis.hpp"

namespace fabricmap::diagnosis {

/// The parts of diagnose_collectives; each adds to the diagnosis what it sees.

/// Calls against their mock-ups: a candidate, and violated or not by fresh visits.
void check_guidelines(const std::vector<CollectiveInput>& inputs, CollectiveResults& results);
/// T(m) ≤ T(m′) for m < m′, by cells of the sweep.
void check_sweep(CollectiveResults& results);
void choose_algorithms(CollectiveResults& results);
/// Groups of ranks that made the call at once.
void compare_groups(const CollectiveInput& input, CollectiveResults& results);
void measure_overlap(const CollectiveInput& input, CollectiveResults& results);
/// By what takes as long with every root, by runs without a host, and by ranks that always start late.
/// Returns whether the run can show which host is slow.
[[nodiscard]] bool find_slow_hosts(const CollectiveInput& input, Diagnosis& diagnosis);
/// Says which measurements would tell hosts from each other.
void note_hidden_hosts(const CollectiveInput& input, Diagnosis& diagnosis);
/// When the ranks were through, by length.
void profile_ranks(const CollectiveInput& input, CollectiveResults& results);
void compare_collectives(const CollectiveRequest& request, Diagnosis& diagnosis, CollectiveResults& results);

}  // namespace fabricmap::diagnosis
