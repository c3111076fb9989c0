// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/collectives/collective_diagnosis.hpp"

#include <cstdint>
#include <map>
#include <optional>
#include <set>
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

/// By the length of messages, in bytes: how many times longer a host must make an operation to be found, one
/// number for each operation.
using FactorsByLength = std::map<std::int64_t, std::vector<double>>;

/// Parts of find_slow_hosts: what takes as long with every root, and what is faster without a host. The first
/// returns what it would have found; nothing where no table tells hosts apart.
[[nodiscard]] FactorsByLength find_by_roots(const CollectiveInput& input, Diagnosis& diagnosis);
void find_by_exclusion(const CollectiveInput& input, Diagnosis& diagnosis);

/// Whether hosts were left out of a visit, or the same made with all, to find a slow one.
[[nodiscard]] bool is_of_search(const CollectiveVisit& visit) noexcept;

/// The hosts that took part in a visit.
[[nodiscard]] std::set<std::string> hosts_in(const CollectiveRun& run, const CollectiveVisit& visit);

/// How much visits of the same hosts differ in a search for the slow one.
struct NoiseOfSearch {
    std::optional<double> deviation{};  ///< of a visit, of the logarithm of its time; nothing: unknown

    /// An operation that takes fewer times as long with a host, beyond what the test asks for, may do so by
    /// chance.
    [[nodiscard]] double min_factor() const;
    /// One that takes so many times as long with it does so in 95 of 100 runs; infinite where that is
    /// unknown.
    [[nodiscard]] double detectable_factor() const;
};
[[nodiscard]] std::map<CollectiveCell, NoiseOfSearch> noise_of_search(const CollectiveInput& input);

/// What the search without hosts would have found; nothing where none was made.
[[nodiscard]] FactorsByLength detectable_by_exclusion(const CollectiveInput& input, double min_effect);
/// Adds the host that the better of the methods would have found in a typical operation.
void state_detectable_hosts(const std::vector<FactorsByLength>& by_method, Diagnosis& diagnosis);

}  // namespace fabricmap::diagnosis
