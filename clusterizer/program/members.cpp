// SPDX-License-Identifier: Apache-2.0
#include "clusterizer/program/members.hpp"

#include "clusterizer/program/host_pairs.hpp"

#include <fmt/format.h>

#include <algorithm>
#include <map>

namespace fabricmap::clusterizer {
namespace {

/// Who runs where, with hosts numbered in the order of their first rank.
class Places {
  public:
    explicit Places(const std::vector<RankLocation>& ranks) : ranks_(&ranks) {
        std::map<std::string, int> numbers;
        for (std::size_t rank = 0; rank < ranks.size(); ++rank) {
            std::string key = ranks[rank].host;
            // A node's number tells hosts apart where names are unknown; else each rank is on its own.
            if (key.empty())
                key = ranks[rank].node >= 0 ? fmt::format("#{}", ranks[rank].node) : fmt::format("?{}", rank);
            const auto [place, added] = numbers.try_emplace(key, static_cast<int>(names_.size()));
            if (added) names_.push_back(ranks[rank].host);
            hosts_.push_back(place->second);
        }
        std::map<int, int> sockets;
        for (std::size_t rank = 0; rank < ranks.size(); ++rank) {
            if (ranks[rank].numa < 0) continue;
            const auto [first, added] = sockets.try_emplace(hosts_[rank], ranks[rank].numa);
            has_sockets_ = has_sockets_ || first->second != ranks[rank].numa;
        }
        known_ = std::none_of(names_.begin(), names_.end(), [](const auto& name) { return name.empty(); });
    }

    [[nodiscard]] bool known() const noexcept { return known_; }
    [[nodiscard]] int host_of(std::int64_t rank) const { return hosts_[static_cast<std::size_t>(rank)]; }
    [[nodiscard]] int host_count() const noexcept { return static_cast<int>(names_.size()); }
    /// Whether some host has ranks on several sockets; else sockets tell nothing.
    [[nodiscard]] bool has_sockets() const noexcept { return has_sockets_; }
    [[nodiscard]] int numa_of(std::int64_t rank) const {
        return (*ranks_)[static_cast<std::size_t>(rank)].numa;
    }
    [[nodiscard]] const std::vector<std::string>& host_names() const noexcept { return names_; }
    [[nodiscard]] std::string name_of_host(int host) const { return names_[static_cast<std::size_t>(host)]; }
    [[nodiscard]] std::string name_of_rank(std::int64_t rank) const {
        return known_ ? fmt::format("rank {} ({})", rank, name_of_host(host_of(rank)))
                      : fmt::format("rank {}", rank);
    }

  private:
    const std::vector<RankLocation>* ranks_;
    std::vector<int> hosts_;
    std::vector<std::string> names_;
    bool known_ = false;
    bool has_sockets_ = false;
};

/// A number as long as all agree on it.
class Common {
  public:
    void add(std::int64_t value) {
        if (count_++ == 0) value_ = value;
        if (value != value_) agreed_ = false;
    }
    [[nodiscard]] bool agreed() const noexcept { return agreed_ && count_ > 0; }
    [[nodiscard]] std::int64_t value() const noexcept { return value_; }

  private:
    std::int64_t value_ = -1;
    std::uint64_t count_ = 0;
    bool agreed_ = true;
};

/// What is seen of one cluster while its pairs go by.
class Portrait {
  public:
    explicit Portrait(const Places& places) : places_(&places), between_(places.host_names()) {}

    void add(std::int64_t sender, std::int64_t receiver) {
        const int from = places_->host_of(sender);
        const int to = places_->host_of(receiver);
        ++pairs_;
        if (sender == receiver) {
            ++to_themselves_;
            return;
        }
        sender_.add(sender);
        receiver_.add(receiver);
        sending_host_.add(from);
        if (from == to) {
            ++within_hosts_;
            const int numa = places_->numa_of(sender);
            if (numa >= 0 && numa == places_->numa_of(receiver)) ++within_sockets_;
        } else {
            between_.add(from, to);
        }
    }

    [[nodiscard]] Members describe() const { return {pairs_, words()}; }

  private:
    [[nodiscard]] std::string words() const {
        const std::uint64_t others = pairs_ - to_themselves_;
        if (others == 0) return "ranks to themselves";
        if (sender_.agreed() && receiver_.agreed()) {
            return fmt::format("{} to {}", places_->name_of_rank(sender_.value()),
                               places_->name_of_rank(receiver_.value()));
        }
        if (sender_.agreed()) return fmt::format("from {}", places_->name_of_rank(sender_.value()));
        if (receiver_.agreed()) return fmt::format("to {}", places_->name_of_rank(receiver_.value()));
        if (!places_->known()) return "several ranks";
        if (within_hosts_ == others) return text_within_hosts(others);
        if (within_hosts_ > 0) return "within and between hosts";
        return between_.words();
    }

    [[nodiscard]] std::string text_within_hosts(std::uint64_t others) const {
        const std::string where = sending_host_.agreed() && places_->host_count() > 1
                                      ? host_name(sending_host_)
                                      : std::string("a host");
        if (!places_->has_sockets()) return fmt::format("within {}", where);
        if (within_sockets_ == others) return fmt::format("within a socket of {}", where);
        if (within_sockets_ == 0) return fmt::format("between sockets of {}", where);
        return fmt::format("within {}", where);
    }

    [[nodiscard]] std::string host_name(const Common& host) const {
        return places_->name_of_host(static_cast<int>(host.value()));
    }

    const Places* places_;
    HostPairs between_;
    std::uint64_t pairs_ = 0;
    std::uint64_t to_themselves_ = 0;
    std::uint64_t within_hosts_ = 0;
    std::uint64_t within_sockets_ = 0;
    Common sender_;
    Common receiver_;
    Common sending_host_;
};

}  // namespace

std::vector<Members> members_of(const Archive& archive, std::size_t range, std::size_t most) {
    const Places places(archive.header().run.ranks);
    std::vector<Portrait> portraits(std::min(most, archive.header().ranges[range].clusters),
                                    Portrait(places));
    const std::int64_t ranks = archive.header().run.rank_count();
    for (std::int64_t sender = 0; sender < ranks; ++sender) {
        for (std::int64_t receiver = 0; receiver < ranks; ++receiver) {
            const std::uint32_t label = archive.label(range, sender, receiver);
            if (label < portraits.size()) portraits[label].add(sender, receiver);
        }
    }
    std::vector<Members> members(portraits.size());
    std::transform(portraits.begin(), portraits.end(), members.begin(),
                   [](const Portrait& portrait) { return portrait.describe(); });
    return members;
}

}  // namespace fabricmap::clusterizer
