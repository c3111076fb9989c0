// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace fabricmap::tracing {

/// Numbers for values that are met again and again, in the order in which they were first met. `hash_of` of a
/// value is found beside its type.
template <typename Value>
class InternTable {
  public:
    /// With more than these the table is to be cleared when a call begins.
    static constexpr std::size_t capacity = std::size_t{1} << 15U;

    struct Found {
        std::uint32_t number = 0;
        bool is_new = false;
    };

    /// Small: many threads make few calls.
    InternTable() : slots_(64, 0) {}

    [[nodiscard]] bool is_full() const noexcept { return values_.size() >= capacity; }
    void clear() noexcept {
        values_.clear();
        std::fill(slots_.begin(), slots_.end(), 0);
    }

    Found find(const Value& value) {
        std::size_t slot = hash_of(value) & (slots_.size() - 1);
        while (slots_[slot] != 0) {
            const std::uint32_t number = slots_[slot] - 1;
            if (values_[number] == value) return {number, false};
            slot = (slot + 1) & (slots_.size() - 1);
        }
        return {add(value, slot), true};
    }

  private:
    /// Rarely, so that it does not stand in the way of what is done often.
    [[gnu::noinline]] std::uint32_t add(const Value& value, std::size_t slot) {
        values_.push_back(value);
        const auto position = static_cast<std::uint32_t>(values_.size());
        slots_[slot] = position;
        if (2 * values_.size() >= slots_.size()) grow();
        return position - 1;
    }

    void grow() {
        slots_.assign(2 * slots_.size(), 0);
        for (std::size_t number = 0; number < values_.size(); ++number) {
            std::size_t slot = hash_of(values_[number]) & (slots_.size() - 1);
            while (slots_[slot] != 0) slot = (slot + 1) & (slots_.size() - 1);
            slots_[slot] = static_cast<std::uint32_t>(number + 1);
        }
    }

    std::vector<std::uint32_t> slots_;  ///< number + 1; 0: free; as many as a power of two
    std::vector<Value> values_;
};

}  // namespace fabricmap::tracing
