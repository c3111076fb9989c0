// SPDX-License-Identifier: Apache-2.0
#include "placement/machine/slots.hpp"

#include "base/errors.hpp"
#include "diagnosis/topology/host_list.hpp"

#include <fmt/format.h>

#include <map>
#include <numeric>
#include <set>

namespace fabricmap::placement {
namespace {

class HostIndex {
  public:
    explicit HostIndex(const HostDelays& delays) : delays_(&delays) {
        for (std::size_t host = 0; host < delays.hosts.size(); ++host)
            index_[delays.hosts[host]] = static_cast<int>(host);
    }
    [[nodiscard]] int of(const std::string& name, const std::string& option) const {
        const auto found = diagnosis::find_declared(index_, name);
        if (found != index_.end()) return found->second;
        throw UsageError(fmt::format("{}: {} is not a host of {}, which has {}", option, name, delays_->label,
                                     diagnosis::format_host_list(delays_->hosts)));
    }

  private:
    const HostDelays* delays_;
    std::map<std::string, int> index_;
};

}  // namespace

int Slots::total() const noexcept {
    return std::accumulate(capacity.begin(), capacity.end(), 0);
}

Slots slots_of(const HostDelays& delays, const SlotRequest& request) {
    const HostIndex index(delays);
    std::set<int> left_out;
    for (const std::string& name : request.avoided) left_out.insert(index.of(name, "--avoid"));
    std::vector<int> wanted(delays.hosts.size());
    std::iota(wanted.begin(), wanted.end(), 0);
    if (request.hosts) {
        wanted.clear();
        std::set<int> seen;
        for (const std::string& name : diagnosis::expand_host_list(*request.hosts)) {
            const int host = index.of(name, "--hosts");
            if (seen.insert(host).second) wanted.push_back(host);
        }
    }
    Slots slots;
    for (const int host : wanted) {
        if (left_out.contains(host)) continue;
        slots.hosts.push_back(host);
        slots.capacity.push_back(
            request.slots_per_host.value_or(delays.ranks_on[static_cast<std::size_t>(host)]));
    }
    if (slots.hosts.empty()) {
        throw UsageError(
            "--avoid, --avoid-faulty: no host is left; avoid fewer of them, or give others with --hosts");
    }
    return slots;
}

std::vector<std::vector<std::vector<int>>> levels_of(const HostDelays& delays, const Slots& slots) {
    std::map<int, int> place_of;
    for (std::size_t place = 0; place < slots.hosts.size(); ++place)
        place_of[slots.hosts[place]] = static_cast<int>(place);
    std::vector<std::vector<std::vector<int>>> levels;
    for (const diagnosis::TopologyLevel& level : delays.topology.levels) {
        std::vector<std::vector<int>> groups;
        for (const std::vector<int>& group : level.groups) {
            std::vector<int> members;
            for (const int host : group) {
                if (const auto found = place_of.find(host); found != place_of.end())
                    members.push_back(found->second);
            }
            if (!members.empty()) groups.push_back(std::move(members));
        }
        if (!groups.empty()) levels.push_back(std::move(groups));
    }
    return levels;
}

}  // namespace fabricmap::placement
