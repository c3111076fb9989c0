// SPDX-License-Identifier: Apache-2.0
#include "placement/machine/slots.hpp"

#include "base/errors.hpp"
#include "base/host_list.hpp"

#include <fmt/format.h>

#include <numeric>
#include <set>

namespace fabricmap::placement {
namespace {

class HostsByName {
  public:
    explicit HostsByName(const HostDelays& delays) : delays_(&delays), index_(delays.hosts_by_name()) {}
    [[nodiscard]] HostIndex of(const std::string& name, const std::string& option) const {
        const auto found = find_declared(index_, name);
        if (found != index_.end()) return found->second;
        throw UsageError(fmt::format("{}: {} is not a host of {}, which has {}", option, name, delays_->label,
                                     format_host_list(delays_->hosts)));
    }

  private:
    const HostDelays* delays_;
    std::map<std::string, HostIndex> index_;
};

}  // namespace

int Slots::total() const noexcept {
    return std::accumulate(capacity.begin(), capacity.end(), 0);
}

std::map<HostIndex, PlaceIndex> Slots::place_of_hosts() const {
    std::map<HostIndex, PlaceIndex> place_of;
    for (const PlaceIndex place : hosts.indices()) place_of[hosts[place]] = place;
    return place_of;
}

Slots slots_of(const HostDelays& delays, const SlotRequest& request) {
    const HostsByName index(delays);
    std::set<HostIndex> left_out;
    for (const std::string& name : request.avoided) left_out.insert(index.of(name, "--avoid"));
    std::vector<HostIndex> wanted = delays.hosts.indices().list();
    if (request.hosts) {
        wanted.clear();
        std::set<HostIndex> seen;
        for (const std::string& name : expand_host_list(*request.hosts)) {
            const HostIndex host = index.of(name, "--hosts");
            if (seen.insert(host).second) wanted.push_back(host);
        }
    }
    Slots slots;
    for (const HostIndex host : wanted) {
        if (left_out.contains(host)) continue;
        slots.hosts.push_back(host);
        slots.capacity.push_back(request.slots_per_host.value_or(delays.ranks_on[host]));
    }
    if (slots.hosts.empty()) {
        throw UsageError(
            "--avoid, --avoid-faulty: no host is left; avoid fewer of them, or give others with --hosts");
    }
    return slots;
}

PlaceLevels levels_of(const HostDelays& delays, const Slots& slots) {
    const std::map<HostIndex, PlaceIndex> place_of = slots.place_of_hosts();
    PlaceLevels levels;
    for (const diagnosis::TopologyLevel& level : delays.topology.levels) {
        std::vector<PlaceList> groups;
        for (const std::vector<int>& group : level.groups) {
            PlaceList members;
            for (const int host : group) {
                if (const auto found = place_of.find(HostIndex(host)); found != place_of.end())
                    members.push_back(found->second);
            }
            if (!members.empty()) groups.push_back(std::move(members));
        }
        if (!groups.empty()) levels.push_back(std::move(groups));
    }
    return levels;
}

}  // namespace fabricmap::placement
