// SPDX-License-Identifier: Apache-2.0
#include "tracing/recorder/call_buffers.hpp"

#include "tracing/recorder/ticks.hpp"

#include <algorithm>
#include <utility>

namespace fabricmap::tracing {

CallBuffers::CallBuffers(std::function<void()> wake) : wake_(std::move(wake)) {
    for (Buffer& buffer : buffers_) buffer.bytes.resize(buffer_bytes);
}

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
    const std::span<const unsigned char> bytes(buffer.bytes);
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
