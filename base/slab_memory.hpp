// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <malloc.h>

namespace fabricmap {

/// From now on slabs of planes go back to the system once they are free, and not into the heaps of their
/// threads, which keep them. For programs that read large runs, before their threads begin.
inline void return_free_slabs() noexcept {
    constexpr int slab_bytes = 4 << 20;
    mallopt(M_MMAP_THRESHOLD, slab_bytes);
}

}  // namespace fabricmap
