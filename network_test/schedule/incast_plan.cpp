// SPDX-License-Identifier: Apache-2.0
#include "network_test/schedule/incast_plan.hpp"

#include "base/errors.hpp"
#include "base/quantities.hpp"
#include "netcdf_schema/run/incast_levels.hpp"

#include <fmt/format.h>

#include <set>

namespace fabricmap::network_test {

IncastPlan::IncastPlan(const PerRank<RankLocation>& locations) : host_of_(locations.size(), -1) {
    std::set<int> seen;
    for (const RankIndex rank : locations.indices()) {
        if (!seen.insert(locations[rank].node).second) continue;
        host_of_[static_cast<std::size_t>(rank)] = std::ssize(ranks_);
        ranks_.push_back(rank);
    }
    levels_ = incast_levels(hosts());
    if (levels_.empty()) throw UsageError("-t incast: all ranks are on one host: start them on two or more");
}

std::int64_t IncastPlan::steps() const noexcept {
    return hosts() * std::ssize(levels_);
}

std::int64_t IncastPlan::receiving_host(std::int64_t step) const noexcept {
    return step / std::ssize(levels_);
}

std::int64_t IncastPlan::senders_to_one(std::int64_t step) const noexcept {
    return levels_[static_cast<std::size_t>(step % std::ssize(levels_))];
}

std::optional<std::int64_t> IncastPlan::distance(int rank, std::int64_t step) const {
    const std::int64_t host = host_of_[static_cast<std::size_t>(rank)];
    if (host < 0) return std::nullopt;
    return (host - receiving_host(step) + hosts()) % hosts();
}

std::vector<int> IncastPlan::receivers_from(RankIndex rank, std::int64_t step) const {
    const auto places = distance(rank, step);
    if (!places || *places == 0 || *places > senders_to_one(step)) return {};
    return {ranks_[static_cast<std::size_t>(receiving_host(step))]};
}

std::vector<int> IncastPlan::senders_to(RankIndex rank, std::int64_t step) const {
    std::vector<int> senders;
    if (distance(rank, step) != 0) return senders;
    for (std::int64_t places = 1; places <= senders_to_one(step); ++places)
        senders.push_back(ranks_[static_cast<std::size_t>((receiving_host(step) + places) % hosts())]);
    return senders;
}

bool IncastPlan::is_kept(int sender, RankIndex /*receiver*/, std::int64_t step) const {
    const auto places = distance(sender, step);
    return places &&
           incast_level_of(levels_, *places) == static_cast<std::size_t>(step % std::ssize(levels_));
}

std::string IncastPlan::text() const {
    return fmt::format("{}, to each in turn from {} at once", counted(hosts(), "host"),
                       joined_by(levels_, ", "));
}

}  // namespace fabricmap::network_test
