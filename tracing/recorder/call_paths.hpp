// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <vector>

namespace fabricmap::tracing {

/// The calls above those of MPI, found by unwind tables. Where a call comes from the same place with its
/// frame at the same address, the return addresses above it lie where they lay before: while these are what
/// they were, so is the path, and nothing is unwound.
class CallPaths {
  public:
    static constexpr std::size_t max_frames = 64;

    /// The calls of this thread come now. Its stack is read up to its end, and no other memory is.
    void begin_thread(std::size_t frames) noexcept;

    /// What a call is known by.
    struct Key {
        std::uint64_t place = 0;               ///< return address, and the function in its upper bits
        const std::uint64_t* frame = nullptr;  ///< something in the wrapper's frame

        friend bool operator==(const Key&, const Key&) = default;
    };

    /// The number that was noted for the path; `nothing_noted` where none was.
    [[nodiscard, gnu::always_inline]] std::int32_t find(const Key& key) noexcept {
        const Near& near = near_[hash_of(key) & near_mask_];
        if (near.key == key && near.is_as_noted()) return near.number;
        return find_farther(key);
    }
    static constexpr std::int32_t nothing_noted = -2;

    /// Unwinds the stack from the frame that `key` returns to; what is above it, the innermost first. Nothing
    /// where unwinding has taken more than a fiftieth of the time, or the stack is none of the thread's.
    [[nodiscard]] std::optional<std::span<const std::uint64_t>> unwind(const Key& key, std::uint64_t now);
    /// The path that was unwound has this number.
    void note(const Key& key, std::int32_t number);

    [[nodiscard]] bool is_off() const noexcept { return is_off_; }

  private:
    struct Slot {
        const std::uint64_t* where;
        std::uint64_t address;
    };
    struct Path {
        Key key;
        std::uint32_t first_slot = 0;
        std::uint32_t slot_count = 0;
        std::int32_t number = 0;
        std::uint32_t next = 0;  ///< of the same head, + 1
    };
    /// A path that was met lately, with all that is to be compared: a processor goes on meanwhile.
    struct alignas(64) Near {
        static constexpr std::size_t max_slots = 14;
        Key key;
        std::int32_t number = 0;
        std::uint32_t slot_count = 0;
        std::array<Slot, max_slots> slots{};

        [[nodiscard]] bool is_as_noted() const noexcept {
            const Slot* const end = slots.data() + slot_count;
            for (const Slot* slot = slots.data(); slot != end; ++slot) {
                if (*slot->where != slot->address) return false;
            }
            return true;
        }
    };
    static constexpr std::size_t head_count = 256;
    static constexpr std::size_t max_paths = 4096;
    static constexpr std::size_t max_steps = 64;
    static constexpr std::size_t min_near = 8;
    static constexpr std::size_t max_near = 128;

    [[nodiscard, gnu::always_inline]] static std::size_t hash_of(const Key& key) noexcept {
        const std::uint64_t frame = reinterpret_cast<std::uintptr_t>(key.frame);
        return (key.place * 0x9e3779b97f4a7c15U ^ frame * 0xc2b2ae3d27d4eb4fU) >> 40U;
    }
    [[nodiscard, gnu::noinline]] std::int32_t find_farther(Key key) noexcept;
    [[nodiscard]] std::span<const Slot> slots_of(const Path& path) const noexcept {
        return {slots_.data() + path.first_slot, path.slot_count};
    }
    void keep_near(const Path& path) noexcept;
    void forget() noexcept;

    std::vector<Near> near_ = std::vector<Near>(min_near);
    std::size_t near_mask_ = min_near - 1;
    std::vector<std::uint32_t> heads_ = std::vector<std::uint32_t>(head_count, 0);
    std::vector<Path> paths_;
    std::vector<Slot> slots_;
    std::vector<Slot> unwound_;
    std::vector<std::uint64_t> addresses_;
    const std::uint64_t* stack_begin_ = nullptr;
    const std::uint64_t* stack_end_ = nullptr;
    std::size_t frames_ = 0;
    std::uint64_t first_ = 0;  ///< ticks: when it was asked first
    std::uint64_t spent_ = 0;  ///< ticks of unwinding
    bool is_off_ = true;
};

}  // namespace fabricmap::tracing
