// SPDX-License-Identifier: Apache-2.0
#include "tracing/recorder/call_buffers.hpp"

#include "tracing/recorder/ticks.hpp"

#include <algorithm>
#include <new>
#include <sys/mman.h>
#include <utility>

namespace fabricmap::tracing {

BufferMemory::BufferMemory(std::size_t bytes) {
    void* const found =
        mmap(nullptr, bytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (found == MAP_FAILED) throw std::bad_alloc();
    // The first byte of a large page would take all of it.
    (void)madvise(found, bytes, MADV_NOHUGEPAGE);
    bytes_ = {static_cast<unsigned char*>(found), bytes};
}

BufferMemory::~BufferMemory() {
    (void)munmap(bytes_.data(), bytes_.size());
}

CallBuffers::CallBuffers(std::function<void()> wake) : wake_(std::move(wake)) {}

void CallBuffers::hand_over() {
    const std::int64_t began = monotonic_ns();
    Buffer& full = buffers_[filling_];
    full.is_full.store(true, std::memory_order_release);
    wake_();
    const bool was_written_at_once = !full.is_full.load(std::memory_order_acquire);
    filling_ ^= 1U;
    position_ = 0;
    Buffer& next = buffers_[filling_];
    if (!was_written_at_once && !next.is_full.load(std::memory_order_acquire)) return;
    std::unique_lock lock(mutex_);
    emptied_.wait(lock, [&] { return !next.is_full.load(std::memory_order_acquire); });
    ++waits_;
    wait_ns_ += static_cast<std::uint64_t>(monotonic_ns() - began);
}

CallBuffers::Piece CallBuffers::next(bool partial) const noexcept {
    const Buffer& buffer = buffers_[writing_];
    const bool is_full = buffer.is_full.load(std::memory_order_acquire);
    if (!is_full && !partial) return {};
    const std::uint64_t published = buffer.published.load(std::memory_order_acquire);
    const std::size_t end = published & ((std::uint64_t{1} << position_bits) - 1);
    // Of a buffer that was emptied and not begun again.
    if (end < buffer.written) return {};
    const std::span<const unsigned char> bytes = buffer.bytes.bytes();
    return {bytes.subspan(buffer.written, end - buffer.written), published >> position_bits, is_full,
            published};
}

void CallBuffers::done(const Piece& piece) noexcept {
    Buffer& buffer = buffers_[writing_];
    buffer.written += piece.bytes.size();
    if (!piece.ends_buffer) return;
    buffer.written = 0;
    buffer.published.store(piece.calls << position_bits, std::memory_order_relaxed);
    writing_ ^= 1U;
    {
        const std::lock_guard lock(mutex_);
        buffer.is_full.store(false, std::memory_order_release);
    }
    emptied_.notify_one();
}

std::uint64_t CallBuffers::calls() const noexcept {
    std::uint64_t largest = 0;
    for (const Buffer& buffer : buffers_) {
        largest = std::max(largest, buffer.published.load(std::memory_order_acquire) >> position_bits);
    }
    return largest;
}

}  // namespace fabricmap::tracing
