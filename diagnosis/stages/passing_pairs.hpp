// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "diagnosis/model/finding.hpp"
#include "diagnosis/model/machine.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace fabricmap::diagnosis {

/// Of the values behind a finding, more than that leave it in doubt.
inline constexpr double tolerated_fraction = 0.5;

[[nodiscard]] bool is_of_length(const Finding& finding, std::int64_t length_bytes) noexcept;

/// The ordered pairs of ranks that pass the part of a finding.
class PassingPairs {
  public:
    PassingPairs(const Finding& finding, const Machine& machine);

    /// Calls `visit` with each sender that has any, and its receivers, ascending.
    template <typename Visit>
    void for_each_sender(const Visit& visit) const {
        for (const RankIndex sender : machine_.host_of.indices()) {
            const std::vector<RankIndex> receivers = receivers_of(sender);
            if (!receivers.empty()) visit(sender, receivers);
        }
    }

    /// Ascending.
    [[nodiscard]] std::vector<RankIndex> receivers_of(RankIndex sender) const;

    /// Senders that stand for others, and for how many.
    struct Senders {
        std::vector<RankIndex> ranks;
        double each_for = 1;
    };
    /// So many at the most, evenly over those of the part itself, and as many over those that send to it.
    [[nodiscard]] std::vector<Senders> sample_of_senders(std::size_t count) const;

  private:
    void add_judged(std::vector<RankIndex>& to, RankIndex sender, const std::vector<RankIndex>& senders,
                    const std::vector<RankIndex>& receivers) const;

    const Machine& machine_;
    std::vector<RankIndex> near_;
    std::vector<RankIndex> far_;
    bool there_ = true;  ///< from near to far
    bool back_ = true;
};

}  // namespace fabricmap::diagnosis
