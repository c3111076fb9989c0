// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/model/node_hosts.hpp"

#include "base/errors.hpp"
#include "base/host_list.hpp"
#include "base/quantities.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <cstddef>
#include <map>
#include <utility>
#include <vector>

namespace fabricmap::diagnosis {

void NodeHosts::name(RunDescription& run, const std::string& label) {
    if (names_->empty()) return;
    // Machines of one name differ by their number.
    std::map<std::string, std::pair<std::string, int>> host_of_node;
    for (RankLocation& location : run.ranks) {
        if (location.host.empty()) continue;
        hosts_.insert(location.host);
        const auto node = names_->node_of(location.host);
        if (!node) unknown_.insert(location.host);
        if (node) nodes_.insert(*node);
        std::pair<std::string, int> host{location.host, node ? location.node : -1};
        const auto [known, is_new] = host_of_node.try_emplace(node.value_or(location.host), host);
        if (!is_new && known->second != host) {
            throw FileError(fmt::format(
                "{}: hosts {} and {} of {} are the same node {}; give each a NodeName of its own",
                names_->path().string(), known->second.first, location.host, label, known->first));
        }
        location.host = known->first;
    }
    for (std::vector<std::string>* const hosts : {&run.excluded_hosts, &run.unresponsive_hosts}) {
        for (std::string& host : *hosts) host = names_->node_of(host).value_or(host);
        *hosts = fabricmap::hosts_of(std::move(*hosts));
    }
}

Run NodeHosts::named_in(const Run& run) {
    RunDescription description = run.description();
    name(description, run.label());
    return run.described_as(std::move(description));
}

std::optional<std::string> NodeHosts::unknown_text() const {
    constexpr std::ptrdiff_t max_named = 8;
    if (unknown_.empty()) return std::nullopt;
    const std::vector<std::string> all(unknown_.begin(), unknown_.end());
    const std::vector<std::string> some(all.begin(), all.begin() + std::min(std::ssize(all), max_named));
    return fmt::format("{}: knows {} of {}; {} {}: {}{}", names_->path().string(), hosts_.size() - all.size(),
                       counted(std::ssize(hosts_), "host"), all.size(),
                       all.size() == 1 ? "keeps its name" : "keep their names", format_host_list(some),
                       some.size() < all.size() ? ", ..." : "");
}

}  // namespace fabricmap::diagnosis
