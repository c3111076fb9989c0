// SPDX-License-Identifier: Apache-2.0
#include "tracing/recorder/call_paths.hpp"

#include "tracing/recorder/ticks.hpp"

#include <algorithm>
#include <cstdlib>
#include <link.h>
#include <pthread.h>
#include <sys/auxv.h>
#include <unwind.h>

namespace fabricmap::tracing {
namespace {

/// Of 2 ms and more, whatever a tick is.
constexpr std::uint64_t free_ticks = 6'000'000;
constexpr std::uint64_t place_bits = 48;
constexpr std::uint64_t place_mask = (std::uint64_t{1} << place_bits) - 1;
/// Between a wrapper and the place that it was called from are those of Fortran, if any.
constexpr std::size_t max_frames_before_place = 16;

struct AddressRange {
    std::uintptr_t begin = 0;
    std::uintptr_t end = 0;

    [[nodiscard]] bool contains(std::uintptr_t address) const noexcept {
        return address >= begin && address < end;
    }
};

/// Where C's library has its functions, among them those that call main and what threads run.
int find_c_library(dl_phdr_info* module, std::size_t /*size*/, void* found) {
    const auto inside = reinterpret_cast<std::uintptr_t>(&std::abort);
    for (int index = 0; index < module->dlpi_phnum; ++index) {
        const auto& segment = module->dlpi_phdr[index];
        const std::uintptr_t begin = module->dlpi_addr + segment.p_vaddr;
        const AddressRange range{begin, begin + segment.p_memsz};
        if (segment.p_type != PT_LOAD || !range.contains(inside)) continue;
        *static_cast<AddressRange*>(found) = range;
        return 1;
    }
    return 0;
}

/// Whether it is what calls main or what a thread runs, rather than a part of the program.
bool is_before_program(std::uintptr_t address) noexcept {
    static const AddressRange c_library = [] {
        AddressRange found;
        dl_iterate_phdr(find_c_library, &found);
        return found;
    }();
    constexpr std::uintptr_t bytes_of_start = 64;
    static const std::uintptr_t start = getauxval(AT_ENTRY);
    return c_library.contains(address) || AddressRange{start, start + bytes_of_start}.contains(address);
}

/// A walk up the stack.
struct PathWalk {
    std::uintptr_t place = 0;
    const std::uint64_t* stack_end = nullptr;
    std::size_t max_frames = 0;
    std::size_t frames_before = 0;
    bool has_found_place = false;
    const std::uint64_t* below = nullptr;  ///< the last slot
    void (*add)(void* to, const std::uint64_t* where, std::uint64_t address) = nullptr;
    void* to = nullptr;
    std::size_t count = 0;
};

/// Where the return address lies: right below what the frame had on the stack before the call, or, with
/// processors whose calls keep it in a register, where the called function has put it.
const std::uint64_t* slot_of(const PathWalk& walk, std::uintptr_t stack_pointer,
                             std::uint64_t address) noexcept {
    // NOLINTNEXTLINE(performance-no-int-to-ptr)
    const auto* const end = reinterpret_cast<const std::uint64_t*>(stack_pointer);
    if (stack_pointer % sizeof(std::uint64_t) != 0 || end <= walk.below || end > walk.stack_end)
        return nullptr;
#if defined(__x86_64__)
    return end - 1 > walk.below && end[-1] == address ? end - 1 : nullptr;
#else
    for (const std::uint64_t* slot = end - 1; slot > walk.below; --slot) {
        if (*slot == address) return slot;
    }
    return nullptr;
#endif
}

_Unwind_Reason_Code climb(_Unwind_Context* context, void* argument) {
    auto& walk = *static_cast<PathWalk*>(argument);
    const std::uint64_t address = _Unwind_GetIP(context);
    if (!walk.has_found_place) {
        walk.has_found_place = address == walk.place;
        const bool goes_on = ++walk.frames_before < max_frames_before_place || walk.has_found_place;
        return goes_on ? _URC_NO_REASON : _URC_END_OF_STACK;
    }
    const std::uint64_t* const slot = slot_of(walk, _Unwind_GetCFA(context), address);
    if (slot == nullptr) return _URC_END_OF_STACK;
    walk.add(walk.to, slot, address);
    walk.below = slot;
    return ++walk.count < walk.max_frames ? _URC_NO_REASON : _URC_END_OF_STACK;
}

}  // namespace

void CallPaths::begin_thread(std::size_t frames) noexcept {
    forget();
    is_off_ = true;
    frames_ = std::min(frames, max_frames);
    first_ = 0;
    spent_ = 0;
    pthread_attr_t attributes;
    if (frames_ == 0 || pthread_getattr_np(pthread_self(), &attributes) != 0) return;
    void* begin = nullptr;
    std::size_t bytes = 0;
    if (pthread_attr_getstack(&attributes, &begin, &bytes) == 0) {
        stack_begin_ = static_cast<const std::uint64_t*>(begin);
        stack_end_ = stack_begin_ + bytes / sizeof(std::uint64_t);
        is_off_ = false;
    }
    pthread_attr_destroy(&attributes);
}

std::optional<std::span<const std::uint64_t>> CallPaths::unwind(const Key& key, std::uint64_t now) {
    if (first_ == 0) first_ = now;
    unwound_.clear();
    addresses_.clear();
    // Programs may have stacks of their own, of which nobody tells the end.
    const bool is_on_own_stack = key.frame >= stack_begin_ && key.frame < stack_end_;
    constexpr std::uint64_t part = 50;
    if (!is_on_own_stack || spent_ > free_ticks + (now - first_) / part) return std::nullopt;
    PathWalk walk;
    walk.place = key.place & place_mask;
    walk.stack_end = stack_end_;
    walk.max_frames = frames_;
    walk.below = key.frame;
    walk.to = &unwound_;
    walk.add = [](void* to, const std::uint64_t* where, std::uint64_t address) {
        static_cast<std::vector<Slot>*>(to)->push_back({where, address});
    };
    _Unwind_Backtrace(climb, &walk);
    while (!unwound_.empty() && is_before_program(unwound_.back().address)) unwound_.pop_back();
    for (const Slot& slot : unwound_) addresses_.push_back(slot.address);
    spent_ += Ticks::now() - now;
    return addresses_;
}

std::int32_t CallPaths::find_farther(Key key) noexcept {
    std::uint32_t& head = heads_[hash_of(key) % head_count];
    std::uint32_t* link = &head;
    for (std::size_t step = 0; *link != 0 && step < max_steps; ++step) {
        Path& path = paths_[*link - 1];
        const auto slots = slots_of(path);
        const bool is_it = path.key == key && std::all_of(slots.begin(), slots.end(), [](const Slot& slot) {
                               return *slot.where == slot.address;
                           });
        if (is_it) {
            // What was found last is looked at first the next time.
            const std::uint32_t number = *link;
            *link = path.next;
            path.next = head;
            head = number;
            keep_near(path);
            return path.number;
        }
        link = &path.next;
    }
    return nothing_noted;
}

void CallPaths::keep_near(const Path& path) noexcept {
    const auto slots = slots_of(path);
    if (slots.size() > Near::max_slots) return;
    Near& near = near_[hash_of(path.key) & near_mask_];
    near.key = path.key;
    near.number = path.number;
    near.slot_count = path.slot_count;
    std::copy(slots.begin(), slots.end(), near.slots.begin());
}

void CallPaths::note(const Key& key, std::int32_t number) {
    if (paths_.size() == max_paths) forget();
    if (paths_.size() == min_near && near_mask_ < max_near - 1) {
        near_.assign(max_near, {});
        near_mask_ = max_near - 1;
    }
    std::uint32_t& head = heads_[hash_of(key) % head_count];
    paths_.push_back({key, static_cast<std::uint32_t>(slots_.size()),
                      static_cast<std::uint32_t>(unwound_.size()), number, head});
    slots_.insert(slots_.end(), unwound_.begin(), unwound_.end());
    head = static_cast<std::uint32_t>(paths_.size());
    keep_near(paths_.back());
}

void CallPaths::forget() noexcept {
    paths_.clear();
    slots_.clear();
    std::fill(heads_.begin(), heads_.end(), 0);
    std::fill(near_.begin(), near_.end(), Near{});
}

}  // namespace fabricmap::tracing
