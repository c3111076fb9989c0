// SPDX-License-Identifier: Apache-2.0
#include "diagnosis/stages/passing_pairs.hpp"

#include <algorithm>
#include <iterator>
#include <optional>
#include <variant>

namespace fabricmap::diagnosis {
namespace {

std::vector<RankIndex> ranks_of_hosts(const Machine& machine, const std::vector<std::string>& names) {
    std::vector<RankIndex> ranks;
    for (const HostIndex host : machine.hosts.indices()) {
        if (std::find(names.begin(), names.end(), machine.hosts[host]) == names.end()) continue;
        const std::vector<RankIndex>& own = machine.ranks_of[host];
        ranks.insert(ranks.end(), own.begin(), own.end());
    }
    return ranks;
}

/// `ranks`: ascending.
std::vector<RankIndex> others(const Machine& machine, const std::vector<RankIndex>& ranks) {
    std::vector<RankIndex> rest;
    for (const RankIndex rank : machine.host_of.indices()) {
        if (!std::binary_search(ranks.begin(), ranks.end(), rank)) rest.push_back(rank);
    }
    return rest;
}

PassingPairs::Senders evenly_of(const std::vector<RankIndex>& ranks, std::size_t count) {
    PassingPairs::Senders sample;
    const std::size_t taken = std::min(count, ranks.size());
    for (std::size_t number = 0; number < taken; ++number)
        sample.ranks.push_back(ranks[number * ranks.size() / taken]);
    if (taken > 0) sample.each_for = static_cast<double>(ranks.size()) / static_cast<double>(taken);
    return sample;
}

}  // namespace

bool is_of_length(const Finding& finding, std::int64_t length_bytes) noexcept {
    return finding.from_length_bytes <= length_bytes && length_bytes <= finding.to_length_bytes;
}

PassingPairs::PassingPairs(const Finding& finding, const Machine& machine) : machine_(machine) {
    for (const std::int64_t rank : finding.ranks) near_.push_back(RankIndex(rank));
    std::sort(near_.begin(), near_.end());
    if (std::holds_alternative<part::Machine>(finding.part)) {
        far_ = others(machine, {});
        near_ = far_;
    } else if (const std::optional<Ends> ends = ends_of(finding.part)) {
        near_ = ranks_of_hosts(machine, ends->senders);
        far_ = ranks_of_hosts(machine, ends->receivers);
        // Between two ends, the side `sender` is that from the first to the second.
        back_ = finding.side != Side::sender;
    } else {
        far_ = others(machine, near_);
        there_ = finding.side != Side::receiver;
        back_ = finding.side != Side::sender;
    }
    std::sort(near_.begin(), near_.end());
    std::sort(far_.begin(), far_.end());
}

std::vector<RankIndex> PassingPairs::receivers_of(RankIndex sender) const {
    std::vector<RankIndex> receivers;
    if (there_) add_judged(receivers, sender, near_, far_);
    if (back_) add_judged(receivers, sender, far_, near_);
    std::sort(receivers.begin(), receivers.end());
    receivers.erase(std::unique(receivers.begin(), receivers.end()), receivers.end());
    return receivers;
}

std::vector<PassingPairs::Senders> PassingPairs::sample_of_senders(std::size_t count) const {
    std::vector<RankIndex> to_it;
    if (back_) {
        std::set_difference(far_.begin(), far_.end(), near_.begin(), near_.end(), std::back_inserter(to_it));
    }
    const bool near_sends = there_ || far_ == near_;
    return {near_sends ? evenly_of(near_, count) : Senders{}, evenly_of(to_it, count)};
}

void PassingPairs::add_judged(std::vector<RankIndex>& to, RankIndex sender,
                              const std::vector<RankIndex>& senders,
                              const std::vector<RankIndex>& receivers) const {
    if (!std::binary_search(senders.begin(), senders.end(), sender)) return;
    for (const RankIndex receiver : receivers) {
        if (machine_.are_judged(sender, receiver)) to.push_back(receiver);
    }
}

}  // namespace fabricmap::diagnosis
