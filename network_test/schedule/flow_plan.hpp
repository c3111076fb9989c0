// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/index.hpp"

#include <cstdint>
#include <string>
#include <vector>

namespace fabricmap::network_test {

/// Who streams to whom at once, step by step.
class FlowPlan {
  public:
    virtual ~FlowPlan() = default;
    FlowPlan() = default;
    FlowPlan(const FlowPlan&) = delete;
    FlowPlan& operator=(const FlowPlan&) = delete;

    [[nodiscard]] virtual std::int64_t steps() const noexcept = 0;
    /// How many ranks send to one at once.
    [[nodiscard]] virtual std::int64_t senders_to_one(std::int64_t step) const noexcept = 0;
    /// None of a rank that takes no part in the step.
    [[nodiscard]] virtual std::vector<int> receivers_from(RankIndex rank, std::int64_t step) const = 0;
    [[nodiscard]] virtual std::vector<int> senders_to(RankIndex rank, std::int64_t step) const = 0;
    /// Whether the pair's value is that of this step.
    [[nodiscard]] virtual bool is_kept(int /*sender*/, RankIndex /*receiver*/, std::int64_t /*step*/) const {
        return true;
    }
    /// "3 leaves of 2 hosts, 4 flows a host at once, each leaf to each in 2 shifts".
    [[nodiscard]] virtual std::string text() const = 0;
};

}  // namespace fabricmap::network_test
