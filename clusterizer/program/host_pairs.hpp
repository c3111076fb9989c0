// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <string>
#include <vector>

namespace fabricmap::clusterizer {

/// Pairs of different hosts, and the shortest words that tell which they are.
class HostPairs {
  public:
    /// Of hosts with those names, which have to outlive it.
    explicit HostPairs(const std::vector<std::string>& names);

    void add(int sender, int receiver);

    /// "between hosts", "from node17 to the other hosts", "between node16…node23 and the other hosts",
    /// "within 8 groups of hosts: node00…node07 (8), ...", "3 pairs of hosts, such as node03 to node22".
    [[nodiscard]] std::string words() const;

  private:
    using Hosts = std::vector<bool>;

    [[nodiscard]] bool joined(std::size_t one, std::size_t other) const {
        return pairs_[one * names_->size() + other] || pairs_[other * names_->size() + one];
    }
    [[nodiscard]] Hosts senders() const;
    [[nodiscard]] Hosts receivers() const;
    [[nodiscard]] std::vector<std::size_t> component_of(std::size_t host, std::vector<int>& sides,
                                                        bool& two_sided) const;
    [[nodiscard]] std::string text_of_one_group(const std::vector<std::size_t>& group,
                                                const std::vector<int>& sides, bool two_sided) const;
    [[nodiscard]] std::string text_of_groups(const std::vector<std::vector<std::size_t>>& groups) const;
    [[nodiscard]] std::string text_of_examples() const;
    [[nodiscard]] std::string text_of_pairs_between(const Hosts& one, const Hosts& other,
                                                    bool directed) const;
    /// Nothing where a few ranges of hosts are not the set.
    [[nodiscard]] std::string name_of(const Hosts& hosts) const;

    const std::vector<std::string>* names_;
    std::vector<bool> pairs_;  ///< senders × receivers; empty where the hosts are too many
};

}  // namespace fabricmap::clusterizer
