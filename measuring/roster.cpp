// SPDX-License-Identifier: Apache-2.0
#include "measuring/roster.hpp"

#include "base/errors.hpp"
#include "measuring/mpi/first_rank.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>
#include <numeric>
#include <optional>
#include <utility>

namespace fabricmap {
namespace {

/// A rank's host and its number among the ranks there.
using Slot = std::pair<std::string, int>;

std::vector<Slot> slots_of(const std::vector<RankLocation>& locations) {
    std::map<std::string, int> taken;
    std::vector<Slot> slots;
    slots.reserve(locations.size());
    for (const RankLocation& location : locations) slots.emplace_back(location.host, taken[location.host]++);
    return slots;
}

bool holds(const std::vector<std::string>& hosts, const std::string& host) {
    return std::find(hosts.begin(), hosts.end(), host) != hosts.end();
}

bool is_host_of(const std::vector<RankLocation>& locations, const std::string& host) {
    return std::any_of(locations.begin(), locations.end(),
                       [&](const RankLocation& location) { return location.host == host; });
}

void refuse_unknown(const std::vector<std::string>& excluded, const std::vector<RankLocation>& locations) {
    for (const std::string& host : excluded) {
        if (is_host_of(locations, host)) continue;
        throw UsageError(fmt::format("--exclude-hosts {}: no rank lies on that host; the first lies on {}",
                                     host, locations.front().host));
    }
}

std::vector<int> others_than(const std::vector<std::string>& excluded, const std::vector<RankLocation>& job) {
    std::vector<int> endpoints;
    for (std::size_t rank = 0; rank < job.size(); ++rank) {
        if (!holds(excluded, job[rank].host)) endpoints.push_back(static_cast<int>(rank));
    }
    if (endpoints.size() < 2) {
        throw UsageError(
            "--exclude-hosts: fewer than two ranks are left: start more, or exclude fewer hosts");
    }
    return endpoints;
}

}  // namespace

Roster Roster::of_new_run(const std::vector<RankLocation>& job, const std::vector<std::string>& excluded) {
    refuse_unknown(excluded, job);
    Roster roster;
    roster.endpoints_ = others_than(excluded, job);
    roster.matrix_ranks_.resize(job.size());
    std::iota(roster.matrix_ranks_.begin(), roster.matrix_ranks_.end(), 0);
    return roster;
}

Roster Roster::of_earlier_run(const std::vector<RankLocation>& job, const std::vector<RankLocation>& run,
                              const std::vector<std::string>& excluded) {
    refuse_unknown(excluded, run);
    std::map<Slot, int> rank_at;
    const std::vector<Slot> run_slots = slots_of(run);
    for (std::size_t rank = 0; rank < run.size(); ++rank) rank_at[run_slots[rank]] = static_cast<int>(rank);

    Roster roster;
    std::vector<bool> present(run.size(), false);
    for (const auto& [host, number] : slots_of(job)) {
        const auto found = rank_at.find({host, number});
        if (found == rank_at.end()) {
            throw UsageError(fmt::format(
                "--resume: the run has no rank {} on {}: start at most as many ranks on each host as it had",
                number, host));
        }
        roster.matrix_ranks_.push_back(found->second);
        present[static_cast<std::size_t>(found->second)] = true;
    }
    for (std::size_t rank = 0; rank < run.size(); ++rank) {
        if (present[rank] || holds(excluded, run[rank].host)) continue;
        throw UsageError(
            fmt::format("--resume: the job lacks rank {} of the run, on {}: start it there too, or exclude "
                        "that host as well",
                        rank, run[rank].host));
    }
    roster.endpoints_ = others_than(excluded, job);
    return roster;
}

int Roster::job_rank(int matrix_rank) const noexcept {
    const auto found = std::find(matrix_ranks_.begin(), matrix_ranks_.end(), matrix_rank);
    return found == matrix_ranks_.end() ? -1 : static_cast<int>(found - matrix_ranks_.begin());
}

std::vector<CellStatistics> Roster::matrix_row(std::span<const CellStatistics> row, std::size_t size) const {
    std::vector<CellStatistics> whole(size, CellStatistics::not_measured());
    for (std::size_t peer = 0; peer < row.size(); ++peer) {
        whole[static_cast<std::size_t>(matrix_ranks_[peer])] = row[peer];
    }
    return whole;
}

void Roster::broadcast() {
    take_from_first_rank(endpoints_);
    take_from_first_rank(matrix_ranks_);
}

}  // namespace fabricmap
