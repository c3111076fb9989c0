// SPDX-License-Identifier: Apache-2.0
#pragma once

#include "collective_test/operations/operation.hpp"
#include "measuring/page_buffer.hpp"

#include <cstdint>

namespace fabricmap::collective_test {

/// The memory of all calls on this rank. With `--cold` each run finds its buffers elsewhere, in more memory
/// than caches hold.
class BufferPool {
  public:
    /// `largest`: what a call needs at most. Throws RunError where the system has not that much.
    BufferPool(const BufferNeed& largest, bool cold);

    /// For a run of that number, of a call with that need.
    [[nodiscard]] Buffers at(int run, const BufferNeed& need) const noexcept;

    /// Bytes that a pool takes.
    [[nodiscard]] static double bytes(const BufferNeed& largest, bool cold) noexcept;

  private:
    bool cold_;
    PageBuffer out_;
    PageBuffer in_;
};

}  // namespace fabricmap::collective_test
