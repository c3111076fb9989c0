// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <array>
#include <atomic>
#include <condition_variable>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <mutex>
#include <span>

namespace fabricmap::tracing {

/// Memory that is there when it is written to: a thread of few calls takes a page of it.
class BufferMemory {
  public:
    /// Throws std::bad_alloc.
    explicit BufferMemory(std::size_t bytes);
    BufferMemory(const BufferMemory&) = delete;
    BufferMemory& operator=(const BufferMemory&) = delete;
    ~BufferMemory();

    [[nodiscard]] unsigned char* data() const noexcept { return bytes_.data(); }
    [[nodiscard]] std::span<unsigned char> bytes() const noexcept { return bytes_; }

  private:
    std::span<unsigned char> bytes_;
};

/// The bytes of a thread's calls on their way to the file: two buffers, one of which the thread fills while
/// the other is written. The thread and whoever writes need no lock for it.
class CallBuffers {
  public:
    static constexpr std::size_t buffer_bytes = std::size_t{1} << 20U;

    /// `wake` makes the writer look for a full buffer. It is called by the thread.
    explicit CallBuffers(std::function<void()> wake);

    // Of the thread.

    /// Room for so many bytes, at most buffer_bytes; waits for a buffer where both are full.
    [[nodiscard]] unsigned char* room(std::size_t bytes) {
        if (position_ + bytes > buffer_bytes) hand_over();
        return buffers_[filling_].bytes.data() + position_;
    }
    /// What was written into the room ends there. `calls`: how many calls it adds. Shown to the writer.
    void publish(const unsigned char* end, std::uint64_t calls) noexcept {
        position_ = static_cast<std::size_t>(end - buffers_[filling_].bytes.data());
        calls_ += calls;
        buffers_[filling_].published.store(calls_ << position_bits | position_, std::memory_order_release);
    }

    /// Another after each publish.
    [[nodiscard]] std::uint64_t state() const noexcept {
        return buffers_[filling_].published.load(std::memory_order_relaxed);
    }

    // Of the writer, which is one at a time.

    /// Bytes that are to be written, and how many calls there are up to their end.
    struct Piece {
        std::span<const unsigned char> bytes;
        std::uint64_t calls = 0;
        bool ends_buffer = false;
        std::uint64_t state = 0;  ///< CallBuffers::state() when the bytes ended here
    };
    /// What the older buffer has that is not yet written; only of a full one unless `partial`.
    [[nodiscard]] Piece next(bool partial) const noexcept;
    /// The piece was written, or is lost.
    void done(const Piece& piece) noexcept;

    [[nodiscard]] std::uint64_t waits() const noexcept { return waits_.load(); }
    [[nodiscard]] std::uint64_t wait_ns() const noexcept { return wait_ns_.load(); }
    /// Of the thread so far.
    [[nodiscard]] std::uint64_t calls() const noexcept;

  private:
    static constexpr unsigned position_bits = 21;

    struct Buffer {
        BufferMemory bytes{buffer_bytes};
        std::atomic<std::uint64_t> published{0};  ///< calls and bytes, which belong together
        std::atomic<bool> is_full{false};
        std::size_t written = 0;
    };

    void hand_over();

    std::function<void()> wake_;
    std::array<Buffer, 2> buffers_;
    std::size_t filling_ = 0;
    std::size_t position_ = 0;
    std::uint64_t calls_ = 0;
    std::size_t writing_ = 0;
    std::atomic<std::uint64_t> waits_{0};
    std::atomic<std::uint64_t> wait_ns_{0};
    std::mutex mutex_;
    std::condition_variable emptied_;
};

}  // namespace fabricmap::tracing
