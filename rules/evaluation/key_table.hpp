// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/mixing.hpp"

#include <bit>
#include <cstdint>
#include <optional>
#include <span>
#include <unordered_map>

namespace fabricmap::rules {

/// Numbers rows of values, equal rows alike: the partitions of a join, the groups of an aggregate.
class KeyTable {
  public:
    using Id = std::uint32_t;

    /// The number of the row, from 0 in the order of coming. No value is unknown.
    Id insert(std::span<const double> key) {
        std::uint64_t id = 0;
        for (std::size_t step = 0; step < key.size(); ++step) {
            id = steps_.try_emplace(Step{id, step, key[step]}, steps_.size() + 1).first->second;
        }
        return ids_.try_emplace(id, static_cast<Id>(ids_.size())).first->second;
    }

    [[nodiscard]] std::optional<Id> find(std::span<const double> key) const {
        std::uint64_t id = 0;
        for (std::size_t step = 0; step < key.size(); ++step) {
            const auto found = steps_.find(Step{id, step, key[step]});
            if (found == steps_.end()) return std::nullopt;
            id = found->second;
        }
        const auto found = ids_.find(id);
        return found == ids_.end() ? std::nullopt : std::optional(found->second);
    }

    [[nodiscard]] std::size_t size() const noexcept { return ids_.size(); }

  private:
    struct Step {
        std::uint64_t before;
        std::uint64_t step;
        double value;
        bool operator==(const Step& other) const noexcept = default;  // 0.0 equals -0.0
    };
    struct HashOfStep {
        std::size_t operator()(const Step& step) const noexcept {
            const double value = step.value == 0 ? 0.0 : step.value;
            return mix(step.before * 31 + step.step + mix(std::bit_cast<std::uint64_t>(value)));
        }
    };
    std::unordered_map<Step, std::uint64_t, HashOfStep> steps_;
    std::unordered_map<std::uint64_t, Id> ids_;
};

}  // namespace fabricmap::rules
