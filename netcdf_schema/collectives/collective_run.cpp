// SPDX-License-Identifier: Apache-2.0
#include "netcdf_schema/collectives/collective_run.hpp"

#include <algorithm>

namespace fabricmap {
namespace {

constexpr std::array<std::string_view, all_collective_starts.size()> start_names{"slots", "barrier", "none"};
constexpr std::array<std::string_view, all_collective_timings.size()> timing_names{"global", "max", "root"};
constexpr std::array<std::string_view, all_visit_purposes.size()> purpose_names{
    "sweep", "start_error", "candidate", "verdict", "host_search", "without_suspect", "overlap", "groups"};

template <typename Value, std::size_t size>
std::optional<Value> value_named(const std::array<Value, size>& values, std::string_view word) {
    const auto* const found =
        std::find_if(values.begin(), values.end(), [&](Value value) { return name_of(value) == word; });
    return found == values.end() ? std::nullopt : std::optional(*found);
}

std::vector<std::string> hosts_of_ranks(const CollectiveRun& run) {
    std::vector<std::string> hosts;
    for (const RankLocation& rank : run.description.ranks) hosts.push_back(rank.host);
    std::sort(hosts.begin(), hosts.end());
    return hosts;
}

}  // namespace

std::string_view name_of(CollectiveStart start) noexcept {
    return start_names[static_cast<std::size_t>(start)];
}

std::string_view name_of(CollectiveTiming timing) noexcept {
    return timing_names[static_cast<std::size_t>(timing)];
}

std::string_view name_of(VisitPurpose purpose) noexcept {
    return purpose_names[static_cast<std::size_t>(purpose)];
}

std::optional<CollectiveStart> collective_start_named(std::string_view word) noexcept {
    return value_named(all_collective_starts, word);
}

std::optional<CollectiveTiming> collective_timing_named(std::string_view word) noexcept {
    return value_named(all_collective_timings, word);
}

const std::vector<double>& counted_times(const CollectiveVisit& visit, CollectiveTiming timing) noexcept {
    return timing == CollectiveTiming::longest ? visit.longest : visit.completion;
}

bool have_the_same_hosts(const CollectiveRun& one, const CollectiveRun& other) {
    return hosts_of_ranks(one) == hosts_of_ranks(other);
}

}  // namespace fabricmap
