// SPDX-License-Identifier: Apache-2.0
#pragma once

#include <mpi.h>

#include <cstddef>
#include <cstdint>

namespace fabricmap {

/// Memory of this rank that the others may reach into; made by all ranks together, once for the whole sweep.
class Window {
  public:
    /// `lock_all`: passive access to all ranks is open from the start. Throws RunError on all ranks, naming
    /// the setting that helps, where the MPI library has no one-sided transport for this network.
    Window(MPI_Comm comm, std::byte* memory, std::int64_t bytes, bool lock_all);
    ~Window();
    Window(const Window&) = delete;
    Window& operator=(const Window&) = delete;

    [[nodiscard]] MPI_Win get() const noexcept { return handle_; }

  private:
    MPI_Win handle_ = MPI_WIN_NULL;
    bool locked_;
};

}  // namespace fabricmap
