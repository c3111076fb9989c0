// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/collectives/collective_diagnosis.hpp"

#include <string>
#include <vector>

namespace fabricmap::diagnosis {

/// Ranks of the run that were not left out with their host, ascending.
[[nodiscard]] std::vector<int> ranks_taking_part(const CollectiveRun& run);

/// Those of them that are on this host.
[[nodiscard]] std::vector<int> ranks_of_host(const CollectiveRun& run, const std::string& host);

/// Operation, algorithm and length, whatever ranks and root.
[[nodiscard]] CollectiveCell any_ranks(CollectiveCell cell);

/// Those as a finding lists them.
[[nodiscard]] std::vector<std::int64_t> rank_numbers(const std::vector<int>& ranks);

/// Adds a finding about a host or a rank of it. What several ways say of one host is one fault: the narrower
/// in ranks, with the other's evidence.
void add_or_join(Finding finding, std::vector<Finding>& findings);

/// Parts of find_slow_hosts: what takes as long with every root, and what is faster without a host. The first
/// returns whether the run can show which host is slow, by either.
[[nodiscard]] bool find_by_roots(const CollectiveInput& input, Diagnosis& diagnosis);
void find_by_exclusion(const CollectiveInput& input, Diagnosis& diagnosis);

}  // namespace fabricmap::diagnosis
