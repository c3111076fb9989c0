// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "measuring/memory/device.hpp"
#include "measuring/page_buffer.hpp"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>

namespace fabricmap {

/// Memory for messages, of the host or of a device. MPI gets its address; whatever else reads or writes it
/// does so by copies, as the host cannot reach all of it.
class MessageBuffer {
  public:
    /// `device`: whose memory; null for the host's. Throws RunError with the size where there is not that
    /// much.
    explicit MessageBuffer(std::int64_t bytes, const Device* device = nullptr);
    ~MessageBuffer();
    MessageBuffer(const MessageBuffer&) = delete;
    MessageBuffer& operator=(const MessageBuffer&) = delete;

    [[nodiscard]] bool is_on_device() const noexcept { return device_ != nullptr; }
    [[nodiscard]] std::byte* data() const noexcept { return data_; }
    [[nodiscard]] std::int64_t bytes() const noexcept { return bytes_; }

    /// What is written is there for MPI when the call returns; what is read is what MPI has left there.
    void write(std::int64_t offset, std::span<const std::byte> from) const;
    void read(std::int64_t offset, std::span<std::byte> to) const;
    /// The pattern of the key (fill_pattern) into the first bytes.
    void fill(std::int64_t bytes, std::uint64_t key) const;
    /// Whether the bytes from `offset` on hold that pattern.
    [[nodiscard]] bool holds(std::int64_t offset, std::int64_t bytes, std::uint64_t key) const;

  private:
    const Device* device_;
    std::optional<PageBuffer> host_;
    std::byte* data_ = nullptr;
    std::int64_t bytes_;
};

}  // namespace fabricmap
