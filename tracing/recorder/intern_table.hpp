// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <cstring>
#include <vector>

namespace fabricmap::tracing {

/// Numbers for values that are met again and again, in the order in which they were first met.
template <typename Value>
class InternTable {
    static_assert(sizeof(Value) % sizeof(std::uint64_t) == 0);

  public:
    /// With more than these the table is to be cleared when a call begins.
    static constexpr std::size_t capacity = std::size_t{1} << 15U;

    struct Found {
        std::uint32_t number = 0;
        bool is_new = false;
    };

    InternTable() : slots_(4 * capacity, 0) { values_.reserve(256); }

    [[nodiscard]] bool is_full() const noexcept { return values_.size() >= capacity; }
    void clear() noexcept {
        values_.clear();
        std::fill(slots_.begin(), slots_.end(), 0);
    }

    Found find(const Value& value) {
        if (2 * values_.size() >= slots_.size()) grow();
        std::size_t slot = hash_of(value) % slots_.size();
        while (slots_[slot] != 0) {
            const std::uint32_t number = slots_[slot] - 1;
            if (values_[number] == value) return {number, false};
            slot = (slot + 1) % slots_.size();
        }
        values_.push_back(value);
        slots_[slot] = static_cast<std::uint32_t>(values_.size());
        return {slots_[slot] - 1, true};
    }

  private:
    void grow() {
        slots_.assign(2 * slots_.size(), 0);
        for (std::size_t number = 0; number < values_.size(); ++number) {
            std::size_t slot = hash_of(values_[number]) % slots_.size();
            while (slots_[slot] != 0) slot = (slot + 1) % slots_.size();
            slots_[slot] = static_cast<std::uint32_t>(number + 1);
        }
    }

    /// Products that do not wait for each other.
    static std::size_t hash_of(const Value& value) noexcept {
        std::uint64_t words[sizeof(Value) / sizeof(std::uint64_t)];
        std::memcpy(words, &value, sizeof value);
        std::uint64_t sum = 0;
        std::uint64_t factor = 0x9e3779b97f4a7c15U;
        for (const std::uint64_t word : words) {
            sum += (word ^ (word >> 32U)) * factor;
            factor += 0x632be59bd9b4e01aU;
        }
        return sum ^ (sum >> 32U);
    }

    std::vector<std::uint32_t> slots_;  ///< number + 1; 0: free
    std::vector<Value> values_;
};

}  // namespace fabricmap::tracing
