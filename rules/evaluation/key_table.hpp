// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "base/mixing.hpp"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace fabricmap::rules {

/// Numbers rows of values, equal rows alike: the partitions of a join, the groups of an aggregate. All rows
/// of a table have as many values.
class KeyTable {
  public:
    using Id = std::uint32_t;

    /// The number of the row, from 0 in the order of coming. No value is unknown.
    Id insert(std::span<const double> key) {
        if (2 * (size_ + 1) > slots_.size()) grow(key.size());
        const std::size_t slot = slot_of(key);
        if (slots_[slot] == 0) {
            keys_.insert(keys_.end(), key.begin(), key.end());
            slots_[slot] = static_cast<Id>(++size_);
        }
        return slots_[slot] - 1;
    }

    [[nodiscard]] std::optional<Id> find(std::span<const double> key) const {
        if (size_ == 0) return std::nullopt;
        const Id found = slots_[slot_of(key)];
        return found == 0 ? std::nullopt : std::optional(found - 1);
    }

    [[nodiscard]] std::size_t size() const noexcept { return size_; }

  private:
    /// Slots are tried one after another: the first that is empty, or whose number is the one.
    template <typename IsTheOne>
    [[nodiscard]] std::size_t probe(std::uint64_t hash, const IsTheOne& is_the_one) const {
        const std::size_t mask = slots_.size() - 1;
        std::size_t slot = hash & mask;
        while (slots_[slot] != 0 && !is_the_one(slots_[slot] - 1)) slot = (slot + 1) & mask;
        return slot;
    }

    /// Where the row is, or an empty slot where it would be.
    [[nodiscard]] std::size_t slot_of(std::span<const double> key) const {
        return probe(hash_of(key), [&](Id number) {
            return std::equal(key.begin(), key.end(), key_of(number, key.size()));
        });
    }

    [[nodiscard]] const double* key_of(std::size_t number, std::size_t width) const {
        return keys_.data() + number * width;
    }

    static std::uint64_t hash_of(std::span<const double> key) noexcept {
        std::uint64_t hash = 0;
        for (const double value : key) {
            // 0.0 equals -0.0.
            hash = mix(hash ^ std::bit_cast<std::uint64_t>(value == 0 ? 0.0 : value));
        }
        return hash;
    }

    void grow(std::size_t width) {
        constexpr std::size_t min_slots = 16;
        slots_.assign(std::max(min_slots, 2 * slots_.size()), 0);
        const auto is_another = [](Id) { return false; };
        for (std::size_t number = 0; number < size_; ++number) {
            slots_[probe(hash_of({key_of(number, width), width}), is_another)] = static_cast<Id>(number + 1);
        }
    }

    std::vector<double> keys_;  ///< of each row, in their order
    std::vector<Id> slots_;     ///< 1 + the number of a row; 0 where empty; a power of two of them
    std::size_t size_ = 0;
};

}  // namespace fabricmap::rules
