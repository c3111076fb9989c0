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

std::vector<Slot> slots_of(const std::vector<RankPlace>& places) {
    std::map<std::string, int> taken;
    std::vector<Slot> slots;
    slots.reserve(places.size());
    for (const RankPlace& place : places) slots.emplace_back(place.host, taken[place.host]++);
    return slots;
}

bool holds(const std::vector<std::string>& hosts, const std::string& host) {
    return std::find(hosts.begin(), hosts.end(), host) != hosts.end();
}

bool is_host_of(const std::vector<RankPlace>& places, const std::string& host) {
    return std::any_of(places.begin(), places.end(),
                       [&](const RankPlace& place) { return place.host == host; });
}

void refuse_unknown(const std::vector<std::string>& excluded, const std::vector<RankPlace>& places) {
    for (const std::string& host : excluded) {
        if (is_host_of(places, host)) continue;
        throw UsageError(fmt::format("--exclude-hosts {}: no rank lies on that host; the first lies on {}",
                                     host, places.front().host));
    }
}

std::vector<int> others_than(const std::vector<std::string>& excluded, const std::vector<RankPlace>& job) {
    std::vector<int> parties;
    for (std::size_t rank = 0; rank < job.size(); ++rank) {
        if (!holds(excluded, job[rank].host)) parties.push_back(static_cast<int>(rank));
    }
    if (parties.size() < 2) {
        throw UsageError(
            "--exclude-hosts: fewer than two ranks are left: start more, or exclude fewer hosts");
    }
    return parties;
}

}  // namespace

Roster Roster::of_new_run(const std::vector<RankPlace>& job, const std::vector<std::string>& excluded) {
    refuse_unknown(excluded, job);
    Roster roster;
    roster.parties_ = others_than(excluded, job);
    roster.matrix_ranks_.resize(job.size());
    std::iota(roster.matrix_ranks_.begin(), roster.matrix_ranks_.end(), 0);
    return roster;
}

Roster Roster::of_earlier_run(const std::vector<RankPlace>& job, const std::vector<RankPlace>& run,
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
    roster.parties_ = others_than(excluded, job);
    return roster;
}

std::vector<CellStatistics> Roster::matrix_row(std::span<const CellStatistics> row, std::size_t size) const {
    std::vector<CellStatistics> whole(size, CellStatistics::not_measured());
    for (std::size_t peer = 0; peer < row.size(); ++peer) {
        whole[static_cast<std::size_t>(matrix_ranks_[peer])] = row[peer];
    }
    return whole;
}

void Roster::share() {
    take_from_first_rank(parties_);
    take_from_first_rank(matrix_ranks_);
}

}  // namespace fabricmap
