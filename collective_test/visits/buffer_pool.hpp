// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "collective_test/operations/operation.hpp"
#include "measuring/message_buffer.hpp"

#include <cstddef>
#include <cstdint>
#include <vector>

namespace fabricmap::collective_test {

/// The memory of all calls on this rank. With `--cold` each run finds its buffers elsewhere, in more memory
/// than caches hold.
class BufferPool {
  public:
    /// `largest`: what a call needs at most; `device`: in whose memory, null for the host's. Throws RunError
    /// where there is not that much.
    BufferPool(const BufferNeed& largest, bool cold, const Device* device = nullptr);

    /// For a run of that number, of a call with that need.
    [[nodiscard]] Buffers at(int run, const BufferNeed& need) const noexcept;

    /// What the buffers of the first run hold, where the host can reach it: themselves, or copies of those of
    /// a device.
    class HostCopy {
      public:
        HostCopy(const BufferPool& pool, const BufferNeed& need);

        [[nodiscard]] Buffers buffers() noexcept;
        void write_back() const;
        void read();

      private:
        const BufferPool& pool_;
        std::vector<std::byte> out_;
        std::vector<std::byte> in_;
    };

    /// Bytes that a pool takes.
    [[nodiscard]] static double bytes(const BufferNeed& largest, bool cold) noexcept;

  private:
    bool cold_;
    MessageBuffer out_;
    MessageBuffer in_;
};

}  // namespace fabricmap::collective_test
