// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace fabricmap::tracing {

/// Values by handle: an open table, since requests come and go with each message.
template <typename Value>
class HandleMap {
  public:
    HandleMap() : slots_(1024) {}

    Value* find(const void* handle) noexcept {
        std::size_t slot = home(handle);
        while (slots_[slot].handle != nullptr) {
            if (slots_[slot].handle == handle) return &slots_[slot].value;
            slot = next(slot);
        }
        return nullptr;
    }

    Value& insert(const void* handle, const Value& value) {
        if (2 * ++size_ > slots_.size()) grow();
        Slot& slot = slots_[free_slot(handle)];
        slot.handle = handle;
        slot.value = value;
        return slot.value;
    }

    /// What follows in the run of slots moves up, so that none is left that only marks a way.
    void erase(const void* handle) noexcept {
        std::size_t hole = home(handle);
        while (slots_[hole].handle != handle) {
            if (slots_[hole].handle == nullptr) return;
            hole = next(hole);
        }
        --size_;
        for (std::size_t slot = next(hole); slots_[slot].handle != nullptr; slot = next(slot)) {
            const std::size_t wanted = home(slots_[slot].handle);
            const std::size_t mask = slots_.size() - 1;
            if (((slot - wanted) & mask) < ((slot - hole) & mask)) continue;
            slots_[hole] = slots_[slot];
            hole = slot;
        }
        slots_[hole] = {};
    }

    [[nodiscard]] std::size_t size() const noexcept { return size_; }

  private:
    struct Slot {
        const void* handle = nullptr;
        Value value{};
    };

    [[nodiscard]] std::size_t home(const void* handle) const noexcept {
        const auto bits = reinterpret_cast<std::uintptr_t>(handle) >> 4U;
        return (bits * 0x9e3779b97f4a7c15U >> 24U) & (slots_.size() - 1);
    }
    [[nodiscard]] std::size_t next(std::size_t slot) const noexcept {
        return (slot + 1) & (slots_.size() - 1);
    }
    [[nodiscard]] std::size_t free_slot(const void* handle) const noexcept {
        std::size_t slot = home(handle);
        while (slots_[slot].handle != nullptr && slots_[slot].handle != handle) slot = next(slot);
        return slot;
    }
    void grow() {
        std::vector<Slot> before(2 * slots_.size());
        before.swap(slots_);
        for (const Slot& slot : before) {
            if (slot.handle != nullptr) slots_[free_slot(slot.handle)] = slot;
        }
    }

    std::vector<Slot> slots_;
    std::size_t size_ = 0;
};

}  // namespace fabricmap::tracing
